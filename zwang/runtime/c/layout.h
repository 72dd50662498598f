/* Where Python finds what a course and a step across hold: each in a block of numbers of eight bytes,
   the struct first, its arrays behind it. */

#define ZW_IN_BLOCK(name, count)                                                                   \
    zw_note_field(to, #name, (double *)at->name - (double *)at, (count), 0);
#define ZW_IN_BLOCK_INNER(kind, name) zw_note_##kind(w, (double *)at, &at->name, to);
#define ZW_REAL_IN_BLOCK(name, count)                                                              \
    zw_note_field(to, #name, (double *)&at->name - (double *)at, sizeof at->name / 8, 0);
#define ZW_LONG_IN_BLOCK(name, count)                                                              \
    zw_note_field(to, #name, (double *)&at->name - (double *)at, sizeof at->name / 8, 1);
#define ZW_WITHIN(name, count)                                                                     \
    zw_note_field(to, "sight." #name, at->name - block, (count), 0);

/* A line "name place count whole" for each field. */
typedef struct {
    char *text;
    size_t used, size;
} zw_lines;

static void zw_note_field(zw_lines *to, const char *name, long long place, long long count, int whole)
{
    int more = snprintf(to->text + to->used, to->size - to->used, "%s %lld %lld %d\n", name, place,
                        count, whole);
    if (more > 0 && to->used + (size_t)more < to->size) to->used += (size_t)more;
}

static void zw_note_zw_sight(zw_room w, const double *block, const zw_sight *at, zw_lines *to)
{
    ZW_SIGHT(ZW_WITHIN, )
    zw_note_field(to, "sight.shrunk", &at->shrunk - block, 1, 0);
}

static void zw_note_zw_glance(zw_room w, const double *block, const zw_glance *at, zw_lines *to)
{
    (void)w, (void)block, (void)at, (void)to; /* Python does not look at it */
}

static zw_course *zw_course_at(zw_room w, void *block)
{
    zw_course *at = block;
    w.top = (double *)(at + 1);
    zw_course_in(w, at);
    return at;
}

static zw_passage *zw_passage_in_block(zw_room w, void *block)
{
    zw_passage *at = block;
    w.top = (double *)(at + 1);
    zw_passage_in(w, at);
    return at;
}

/* How many numbers the blocks of a course and of a step across have. `scratch` is room for both. */
static void zw_block_sizes(zw_room w, double *scratch, long long *out)
{
    zw_room at = {scratch, w.sizes};
    zw_course course;
    zw_passage passage;
    out[0] = zw_course_in(at, &course).top - scratch + (long long)(sizeof course / 8);
    out[1] = zw_passage_in(at, &passage).top - scratch + (long long)(sizeof passage / 8);
}

static void zw_note_course(zw_room w, zw_course *at, zw_lines *to)
{
    ZW_COURSE(ZW_IN_BLOCK, ZW_IN_BLOCK_INNER)
    ZW_COURSE_NUMBERS(ZW_REAL_IN_BLOCK, ZW_LONG_IN_BLOCK)
}

static void zw_note_passage(zw_room w, zw_passage *at, zw_lines *to)
{
    ZW_PASSAGE(ZW_IN_BLOCK, ZW_IN_BLOCK_INNER)
    ZW_PASSAGE_NUMBERS(ZW_REAL_IN_BLOCK, ZW_LONG_IN_BLOCK)
}
