/** Cases that read more than their limit today, each with its reason. A case within its limit must be removed from this list. */
export const KNOWN: Readonly<Record<string, string>> = {
  'cases, by deadline': 'without statistics PostgreSQL sorts every case of the company; with them it reads the page',
  'cases, open': 'without statistics PostgreSQL sorts every case of the company; with them it reads the page',
  'turns of cash boxes, first page':
    'without statistics PostgreSQL sorts every turn of the company; with them it reads the page',
  'clock of cases, none due': 'without statistics PostgreSQL reads every open case at each tick; with them none',
}
