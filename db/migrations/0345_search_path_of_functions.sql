-- The triggers that keep the books (closed days, turns, runs, invoices of lines and entries) found their tables on the search path of
-- the session, where a temporary table comes first, even before pg_catalog: a session with a table of its own could make them look
-- there. The path of each trigger is fixed now, temporary objects last. enqueue had a path, but without pg_temp it is searched first.
alter function enqueue(text, json, text, timestamptz) set search_path = public, pg_temp;
alter function refuse_change() set search_path = public, pg_temp;
alter function refuse_change_but_undo() set search_path = public, pg_temp;
alter function refuse_closed_day() set search_path = public, pg_temp;
alter function refuse_closed_turn() set search_path = public, pg_temp;
alter function refuse_delete_with_lines() set search_path = public, pg_temp;
alter function refuse_entry_of_other_client() set search_path = public, pg_temp;
alter function refuse_line_without_invoice() set search_path = public, pg_temp;
alter function refuse_posted_change() set search_path = public, pg_temp;
alter function refuse_report_change() set search_path = public, pg_temp;
alter function refuse_turn_change() set search_path = public, pg_temp;
alter function refuse_unknown_run() set search_path = public, pg_temp;
