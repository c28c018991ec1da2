-- One name for one fact: the provider may hold the document from an earlier try.

alter table electronic_documents rename column is_doubtful to may_be_there;
