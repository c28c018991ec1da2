-- Two reasons to look at a document: the answer of the provider is not about it, and Enlace failed with it. A failure also stops the queue.
alter table electronic_documents drop constraint electronic_documents_reason;
alter table electronic_documents add constraint electronic_documents_reason check (reason in ('check_digit', 'identification', 'name', 'email',
  'address', 'municipality', 'phone', 'range', 'date', 'totals', 'note_reference', 'processed', 'not_answered', 'account', 'answer', 'error',
  'file', 'other'));
alter table electronic_queues drop constraint electronic_queues_problem_check;
alter table electronic_queues add constraint electronic_queues_problem_check check (problem in ('credentials', 'range', 'blocked', 'account',
  'limited', 'unanswered', 'error'));
