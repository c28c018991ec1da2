import { sql } from 'kysely'
import { KNOWN_BROWSER_DAYS } from '#domain/auth/limits.ts'
import type { Caller } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'

type Account = { company_id: string; id: string }

const BROWSER_TOKEN = /^brw_[\w-]{43}$/

/** The stored hash of the browser's cookie; null without one. */
export function browserHashOf({ browserCookie }: Caller): Buffer | null {
  return browserCookie !== null && BROWSER_TOKEN.test(browserCookie) ? tokenHash(browserCookie) : null
}

/**
 * The hash of the browser's cookie, which is created when there is none. A program (no Sec-Fetch-Site, no cookie) has no identity: null.
 * The cookie is set again each time, so that it is valid for the whole time from now.
 */
export function identifyBrowser(caller: Caller): Buffer | null {
  const hash = browserHashOf(caller)
  if (hash === null && !caller.isBrowser) return null
  const cookie = hash === null ? newToken('brw') : (caller.browserCookie ?? '')
  caller.setBrowserCookie(cookie, KNOWN_BROWSER_DAYS)
  return hash ?? tokenHash(cookie)
}

/** Makes the browser known to the account, or known for the whole time from now. */
export async function rememberBrowser(tx: Tx, hash: Buffer | null, account: Account): Promise<void> {
  if (hash === null) return
  const expires_at = sql<Date>`now() + make_interval(days => ${KNOWN_BROWSER_DAYS})`
  await tx
    .insertInto('known_browsers')
    .values({ browser_hash: hash, company_id: account.company_id, user_id: account.id, expires_at })
    .onConflict((on) => on.columns(['browser_hash', 'company_id', 'user_id']).doUpdateSet({ expires_at }))
    .execute()
}

/** Forgets the browsers of the account, except `kept`. */
export async function forgetBrowsers(tx: Tx, account: Account, kept: Buffer | null): Promise<void> {
  await tx
    .deleteFrom('known_browsers')
    .where('company_id', '=', account.company_id)
    .where('user_id', '=', account.id)
    .$if(kept !== null, (query) => query.where('browser_hash', '!=', kept))
    .execute()
}

/** The companies in which an account with this user name or address knows the browser. Empty for an unknown browser. */
export async function listCompaniesThatKnow(tx: Tx, hash: Buffer | null, name: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('known_browsers as b')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'b.company_id').onRef('u.id', '=', 'b.user_id'))
    .select('u.company_id')
    .distinct()
    .where('b.browser_hash', '=', hash)
    .where('b.expires_at', '>', sql<Date>`now()`)
    .where((at) => at.or([at('u.username', '=', name), at('u.email', '=', name)]))
    .orderBy('u.company_id')
    .execute()
  return rows.map((row) => row.company_id)
}
