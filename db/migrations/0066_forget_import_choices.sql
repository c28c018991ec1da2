-- A choice that the headings of a file make unnecessary is removed: otherwise it would replace what the next file says.
grant delete on import_choices to enlace_app;
