const SMALL_SEARCH = 'without enough rows the planner reads the clients of the company rather than the index of words'

/** Cases that read more than their limit today, each with its reason. A case within its limit must be removed from this list. */
export const KNOWN: Readonly<Record<string, string>> = {
  'search, a common name': SMALL_SEARCH,
  'search, one person': SMALL_SEARCH,
  'search, an invoice': SMALL_SEARCH,
}
