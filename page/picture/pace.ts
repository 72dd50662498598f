/** How fast pictures follow each other while a motion plays, so that one may draw less where that is
 *  slow: without a graphics card shadows take most of the time. */

const MANY = 30; // pictures over which is judged
const SLOW = 34; // milliseconds from one to the next that are too many
const APART = 400; // milliseconds after which pictures do not follow each other

export class Pace {
  private last = NaN;
  private gaps: number[] = [];

  /** A picture was drawn at a time; whether as many as are needed to judge came slowly. */
  slow(now: number): boolean {
    const gap = now - this.last;
    this.last = now;
    if (!(gap < APART)) this.gaps = [];
    else this.gaps.push(gap);
    if (this.gaps.length < MANY) return false;
    const middle = this.gaps.sort((a, b) => a - b)[MANY >> 1];
    this.gaps = [];
    return middle > SLOW;
  }
}
