import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { deviceLabel } from '#domain/auth/device.ts'
import { unknownWait } from '#domain/auth/limits.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx } from '#server/core/context.ts'
import { codeHash, keyFor } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { browserHashOf, identifyBrowser, listCompaniesThatKnow, rememberBrowser } from './browsers.ts'
import { totpRequired, wrongTotp } from './confirm.ts'
import { comparePassword, hashPassword, isOutdated } from './passwords.ts'
import { findLogin, type LoginAccount, type LoginLookup, type Person } from './queries.ts'
import { insertSession, type OpenedSession, sessionReply } from './sessions.ts'
import { SIGNED_IN_COLUMNS, type SignedInRow, signedInUserOf } from './signed-in.ts'
import {
  clearCounters,
  countLoginFailure,
  inOwnTransaction,
  type LoginCounters,
  loginCounters,
  oneAtATime,
  readInOwnTransaction,
  tooManyAttempts,
} from './throttle.ts'
import { acceptCode } from './two-factor.ts'

/** The actor of events before sign-in. */
export const ANONYMOUS_ACTOR = { id: null, name: 'Alguien sin sesión', role: 'nobody' }

/**
 * Login with user name or e-mail, and password. Each attempt records its event. The message, status and time of a wrong login are the
 * same for an unknown user and a wrong password; the reason of a closed access, and the accounts among which to choose, are shown
 * only with the right password, and so is the request for the code of the second factor. (AUT-01, PRF-02)
 */
export const login: Verb<typeof authApi.login> = async (ctx, { body }) => {
  const browser = browserHashOf(ctx.caller)
  const counters = loginCounters(ctx, body.username, browser)
  return oneAtATime(await queueOf(ctx, body.username, browser, counters), async () => {
    const found = await readInOwnTransaction(ctx, (tx) => findLogin(tx, body.username, browser, counters))
    const attempt: Attempt = { ctx, counters, typed: body.username, found, tried: openAccounts(found) }
    const waitS = secondsUntilOpen(attempt)
    if (waitS > 0) throw await recordRefusal(attempt, null, 'too_many', tooManyAttempts(waitS))
    const matching = await matchingAccounts(attempt, body.password)
    const named = body.account === undefined ? matching : matching.filter((account) => account.id === body.account)
    const usable = named.filter((account) => closedReason(account) === null)
    const [person] = usable.length > 0 ? usable : named
    if (!person) throw await recordRefusal(attempt, null, 'wrong_credentials', wrongCredentials())
    if (usable.length > 1) return { data: { accounts: usable.map(choiceOf) } }
    const closed = closedReason(person)
    if (closed !== null) throw await recordRefusal(attempt, person, 'not_allowed', new Refusal('forbidden', closed))
    const newHash = isOutdated(person.password_hash ?? '')
      ? await hashPassword(ctx.world.config.secret, body.password)
      : null
    const known = ctx.caller.isBrowser ? identifyBrowser(ctx.caller) : browser
    if (person.has_two_factor && body.totp === undefined) throw await requestCode(attempt, person)
    const given = { browser: known, newHash, totp: body.totp }
    const opened = await ctx.platform((tx) => openLoginSession(tx, attempt, person, given))
    if (opened === 'wrong_code') throw await recordRefusal(attempt, person, 'wrong_code', wrongTotp())
    if (opened === null) throw await recordRefusal(attempt, person, 'wrong_credentials', wrongCredentials())
    return { data: sessionReply(ctx, opened) }
  })
}

type Attempt = {
  ctx: PublicCtx
  counters: LoginCounters
  typed: string
  found: LoginLookup
  /** The accounts whose password is compared now. */
  tried: readonly LoginAccount[]
}

const wrongCredentials = (): Refusal => new Refusal('wrong_credentials', 'Usuario o contraseña incorrectos')

/** The queue of an attempt: of the known browser, or of the name in the network, so that other users do not fill the queue of the owner. */
async function queueOf(
  ctx: PublicCtx,
  typed: string,
  browser: Buffer | null,
  { here, browser: known }: LoginCounters,
): Promise<string> {
  if (browser === null) return here
  const companies = await readInOwnTransaction(ctx, (tx) => listCompaniesThatKnow(tx, browser, typed))
  return companies.length > 0 ? known : here
}

/** The accounts that do not wait: the failures of others do not count for an account that knows the browser. */
const openAccounts = ({ accounts, counts, browserWaitS }: LoginLookup): LoginAccount[] =>
  accounts.filter((account) => (account.is_known ? browserWaitS : unknownWait(counts)) === 0)

/** The seconds until an account of the name may be tried. An unknown name waits like a known one. */
function secondsUntilOpen({ found, tried }: Attempt): number {
  if (tried.length > 0) return 0
  const isKnown = found.accounts.some((account) => account.is_known)
  const isUnknown = found.accounts.length === 0 || found.accounts.some((account) => !account.is_known)
  return Math.min(isKnown ? found.browserWaitS : Infinity, isUnknown ? unknownWait(found.counts) : Infinity)
}

/** The tried accounts that have this password. */
async function matchingAccounts({ ctx, tried }: Attempt, password: string): Promise<LoginAccount[]> {
  const hashes = tried.map((account) => account.password_hash)
  const matches = await comparePassword(ctx.world.config.secret, hashes, password)
  return tried.filter((_, index) => matches[index])
}

const choiceOf = ({ id, company_name, username }: LoginAccount) => ({ id, company_name, username })

/** The refusal of a right password without the code. It counts as no failure, and a wrong password never gets it. */
async function requestCode({ ctx }: Attempt, person: Person): Promise<Refusal> {
  await inOwnTransaction(ctx, (tx) =>
    tx.record('session.code_requested', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username },
      actor: ANONYMOUS_ACTOR,
    }),
  )
  return totpRequired()
}

type Given = { browser: Buffer | null; newHash: string | null; totp: string | undefined }

/** Opens the session. Null when the person changed since it was read: a concurrent password reset wins. */
async function openLoginSession(
  tx: Tx,
  attempt: Attempt,
  person: Person,
  { browser, newHash, totp }: Given,
): Promise<OpenedSession | 'wrong_code' | null> {
  const { ctx, counters, found } = attempt
  if (person.has_two_factor && !(await acceptCode(tx, ctx, person, totp ?? ''))) return 'wrong_code'
  const row = await recordLogin(tx, person, newHash)
  if (row === undefined) return null
  // The person's row is locked now; the other statements are sent together.
  const [secrets] = await Promise.all([
    insertSession(tx, ctx, person, { isBound: ctx.caller.isBrowser, isFresh: true }),
    tx.record('session.opened', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username, device: deviceLabel(ctx.caller.userAgent) },
      actor: { id: person.id, name: `${person.first_name} ${person.last_name}`, role: person.role },
    }),
    rememberBrowser(tx, browser, person),
    ...(found.failed.here ? [clearCounters(tx, [counters.here])] : []),
    ...(found.failed.browser ? [clearCounters(tx, [counters.browser])] : []),
  ])
  return { ...secrets, user: signedInUserOf(row, ctx.world.config.mode) }
}

/**
 * Writes the time of the login, and `newHash` when the old hash had another cost. The person's row stays locked. Undefined when the
 * password or the status changed since `known` was read.
 */
async function recordLogin(tx: Tx, known: Person, newHash: string | null): Promise<SignedInRow | undefined> {
  const { rows } = await sql<SignedInRow>`
    update users u set last_login_at = now(), password_hash = coalesce(${newHash}, u.password_hash) from companies c
    where c.id = u.company_id and u.company_id = ${known.company_id} and u.id = ${known.id} and u.password_hash = ${known.password_hash}
      and u.has_two_factor = ${known.has_two_factor}
      and u.is_active and c.status = 'active' returning ${SIGNED_IN_COLUMNS}`.execute(tx)
  return rows[0]
}

/** Records a refused attempt, counts wrong credentials and codes, and returns the refusal to throw. `person`: the account whose password was right. */
async function recordRefusal(
  { ctx, counters, typed, found, tried }: Attempt,
  person: Person | null,
  reason: 'wrong_credentials' | 'wrong_code' | 'too_many' | 'not_allowed',
  refusal: Refusal,
): Promise<Refusal> {
  await inOwnTransaction(ctx, async (tx) => {
    if (reason === 'wrong_credentials' || reason === 'wrong_code') {
      await countLoginFailure(tx, ctx.world, counters, {
        isKnown: tried.some((account) => account.is_known),
        isUnknown: tried.length === 0 || tried.some((account) => !account.is_known),
      })
    }
    for (const subject of person ? [person] : firstOfEachCompany(found.accounts)) {
      await tx.record('session.refused', {
        company_id: subject.company_id,
        entity_id: subject.id,
        after: { username: subject.username, reason },
        actor: ANONYMOUS_ACTOR,
      })
    }
    if (person || found.accounts.length > 0) return
    await tx.record('session.refused', {
      company_id: PLATFORM_COMPANY_ID,
      after: { username: unknownName(ctx, typed), reason },
      actor: ANONYMOUS_ACTOR,
    })
  })
  return refusal
}

/** The first account of each company: each company sees an attempt at its accounts once. */
const firstOfEachCompany = (accounts: readonly LoginAccount[]): LoginAccount[] =>
  accounts.filter(
    (account, index) => accounts.findIndex(({ company_id }) => company_id === account.company_id) === index,
  )

/** An unknown name in the audit log: a keyed digest, which is equal for equal names, because it may be a password in the wrong field. */
const unknownName = ({ world }: PublicCtx, typed: string): string =>
  `desconocido ${codeHash(keyFor(world.config.secret, 'unknown-name'), typed).toString('base64url').slice(0, 8)}`

/** The first two characters of an address, and its domain. */
export const maskName = (typed: string): string => typed.replace(/^(.{1,2})[^@]*/su, '$1…')

/** The reason, for the user, why the access is closed; null when it is open. */
function closedReason(person: Person): string | null {
  const company = person.company_name
  if (person.company_status === 'closed') return `${company} ya no usa Enlace, por eso no puedes entrar.`
  if (person.company_status !== 'active') {
    const why = person.status_reason === null ? '' : `: ${person.status_reason}`
    return `El acceso de ${company} está suspendido${why}. Comunícate con la empresa.`
  }
  if (person.is_active && person.is_password_expired) {
    return 'Tu primera contraseña venció. Pide un código en «¿Olvidaste tu contraseña?» y crea otra.'
  }
  if (person.is_active) return null
  return person.role === 'client'
    ? `Tu usuario está inactivo. Comunícate con ${company} para activarlo.`
    : 'Tu usuario está inactivo. Pide a quien administra tu empresa que lo active.'
}
