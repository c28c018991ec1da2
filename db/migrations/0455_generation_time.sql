-- When an electronic document was generated, which its paper shows with the instant of its validation: of a provider it is read from the XML,
-- of a file it is the instant in which the file was written. Null while the XML was not read, and when who signed a file dated it anew.
alter table electronic_documents add column generated_at timestamptz;
