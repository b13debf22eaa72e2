// The source of a target that exists for its precompiled headers.
