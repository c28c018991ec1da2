-- The last closed day of a company's books: nothing is posted on it or before it. One row for each change; the last one is in force.
create table book_closings (
  company_id uuid not null default current_company() references companies (id),
  -- 1, 2, 3… in the order of the changes: the clock is not asked which one is the last.
  position int not null check (position > 0),
  -- Null: no day is closed any more.
  closed_through date,
  -- Why a closed day was opened again; null when the closing day moved forward.
  reason text check (reason <> ''),
  actor_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, position)
);
select protect('book_closings', 'company_id', 'select, insert');
select append_only('book_closings');

-- The journal refuses a closed day, whatever the program does. The shared lock waits for a change of the closing day in progress (which
-- takes the same lock alone), and that change waits for the entries in progress: no entry is committed on a day closed before it.
create function refuse_closed_day() returns trigger
  language plpgsql
  as $$
  declare
    entries record;
    closed date;
  begin
    for entries in select company_id, min(posted_on) as first_on from written group by company_id loop
      perform pg_advisory_xact_lock_shared(hashtextextended(entries.company_id || ':book_closing', 0));
      select closed_through into closed from book_closings where company_id = entries.company_id order by position desc limit 1;
      if closed >= entries.first_on then
        raise exception 'the books are closed through %', closed using errcode = 'EN001', detail = closed::text;
      end if;
    end loop;
    return null;
  end $$;
create trigger closed_day after insert on journal referencing new table as written for each statement execute function refuse_closed_day();

-- The day on which a receipt is in the books, when it is not the day of the payment: a payment of a closed day, known later.
alter table payments add column posted_on date, add constraint payments_posted_after_paid check (posted_on > paid_on);
