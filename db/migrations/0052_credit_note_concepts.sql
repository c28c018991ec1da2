-- The concepts of a credit note in the list of the DIAN. A dated table, because the list has changed: 5 and 6 had other numbers before.
create table note_concepts (
  code text not null check (code ~ '^[1-9]$'),
  name text not null check (name <> ''),
  valid_from date not null,
  valid_to date,
  legal_basis text not null check (length(legal_basis) >= 8),
  primary key (code, valid_from),
  constraint note_concepts_ends_after_start check (valid_to >= valid_from)
);
grant select on note_concepts to enlace_app, enlace_platform;
insert into note_concepts (code, name, valid_from, legal_basis) values
  ('1', 'Devolución parcial o servicio no aceptado en parte', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)'),
  ('2', 'Anulación de la factura', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)'),
  ('3', 'Rebaja o descuento', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)'),
  ('4', 'Ajuste de precio', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)'),
  ('5', 'Descuento por pronto pago', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)'),
  ('6', 'Descuento por volumen de ventas', '2000-01-01', 'Anexo técnico de factura electrónica 1.9 (Res. DIAN 000165 de 2023)');

-- Null: a note that was issued before this list.
alter table credit_notes add column concept_code text check (concept_code ~ '^[1-9]$');
create index credit_notes_day on credit_notes (company_id, issued_on);

alter table messages drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('invoice', 'receipt', 'reminder', 'credit_note'));
