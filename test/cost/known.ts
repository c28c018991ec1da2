/** Cases that read more than their limit today, each with its reason. A case within its limit must be removed from this list. */
export const KNOWN: Readonly<Record<string, string>> = {}
