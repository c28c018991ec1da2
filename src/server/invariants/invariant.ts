/** A property that the data always has, with the statement that lists the rows that break it: `company_id`, `example`. */
export type Invariant = { id: string; rule: string; sql: string }
