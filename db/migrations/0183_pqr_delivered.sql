-- The day on which the desk delivered an answer that goes on paper or by telephone: the term to appeal counts from it.
alter table pqr_entries drop constraint pqr_entries_kind_check,
  add constraint pqr_entries_kind_check check (
    kind in (
      'filed', 'message', 'note', 'info_request', 'taken', 'assigned', 'classified', 'file', 'extended', 'answered', 'silence', 'task_done',
      'appealed', 'appeal_answered', 'window_closed', 'transferred', 'sic_decided', 'cun_set', 'notified', 'delivered', 'closed', 'rated',
      'visit'
    )
  );
