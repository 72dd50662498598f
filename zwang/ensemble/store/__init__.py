"""Results of many motions on disk: one Zarr store, resumable.

vetted          what the metadata say, checked before any array is opened
chunk_files     the files of a store, each one chunk of one array
difference      how two plans differ, in words
blank           a store before any member was run
opening         a store open to one process: found or made, and locked
archive         chunks written and read
"""
