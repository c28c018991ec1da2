import { authApi } from '#domain/auth/api.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { twoFactorApi } from '#domain/auth/two-factor-api.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { sendRecoveryCodes } from '#server/auth/recovery-mail.ts'
import { codeOf, withTwoFactor } from '../two-factor.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { all, casesOf, own, type Roles, type Sample, sampleBy } from './case.ts'

/** The password of the callers of calls about their own account. */
const SAMPLE_PASSWORD = 'Un secreto largo 42'
const NEW_PASSWORD = 'Otro secreto largo 43'

/** The hash of the sample password, computed once because it is slow. */
let hashed: Promise<string> | undefined
export const samplePasswordHash = (t: TestApp): Promise<string> => {
  hashed ??= hashPassword(t.world.config.secret, SAMPLE_PASSWORD)
  return hashed
}

/** A user with the sample password. */
const known = async (t: TestApp, company: Company, role: 'financial' | 'client', first = false): Promise<Person> =>
  company.person(role, { password_hash: await samplePasswordHash(t), is_first_login: first })

/** A call by a user with the sample password. */
const byKnown =
  (role: 'financial' | 'client', body: object, first = false): Sample =>
  async (t, company) => ({ by: await known(t, company, role, first), wire: { body } })

/** A call without a session about a user with the sample password. */
const aboutKnown =
  (role: 'financial' | 'client', bodyOf: (t: TestApp, person: Person) => object | Promise<object>): Sample =>
  async (t, company) => ({ by: null, wire: { body: await bodyOf(t, await known(t, company, role)) } })

/** The recovery code in the email to a user, as its job writes it. */
async function mailedCode(t: TestApp, { email }: Person): Promise<{ email: string; otp: string }> {
  await t.ask(authApi.recovery, { body: { email } })
  await sendRecoveryCodes(t.world, { email, ip: '127.0.0.1', request_id: 'sample' })
  return { email, otp: /\b(\d{6})\b/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '' }
}

/** The same for every role except the client. */
const staff = (status: number): Roles => {
  const { client: _, ...roles } = all(status)
  return roles
}

const changeBody = { current_password: SAMPLE_PASSWORD, new_password: NEW_PASSWORD }
const firstBody = { new_password: NEW_PASSWORD, accept_data_policy: true }
const stepUpBody = { password: SAMPLE_PASSWORD }
const NO_SIGN_IN = 'for who cannot sign in'

const twoFactorCases = casesOf(twoFactorApi, {
  twoFactor: { may: staff(200) },
  enrolTwoFactor: { may: staff(200), sample: sampleBy('financial'), request: () => ({}) },
  confirmTwoFactor: {
    may: staff(409),
    sample: async (_t, company) => {
      const by = await company.person('financial')
      const { data } = await by.call(twoFactorApi.enrolTwoFactor)
      return { by, wire: { body: { totp: codeOf(data.secret) } } }
    },
    request: () => ({ body: { totp: 'no-es-un-código' } }),
  },
  disableTwoFactor: {
    may: staff(409),
    sample: async (_t, company) => {
      const by = await company.person('financial')
      const { recovery } = await withTwoFactor(by)
      return { by, wire: { body: { totp: recovery[0] } } }
    },
    request: () => ({ body: { totp: '123456' } }),
  },
})

const openSessionCases = casesOf(openSessionsApi, {
  sessions: { may: all(200) },
  closeSession: {
    may: all(own(200)),
    sample: async (t, company) => {
      const person = await company.person('financial')
      const by = t.as(await t.session(person), person)
      const { data } = await by.call(openSessionsApi.sessions)
      return { by, wire: { params: { id: data.find((session) => !session.is_current)?.id ?? '' } } }
    },
    request: (its) => ({ params: { id: its.session } }),
  },
  closeOthers: {
    may: all(200),
    sample: async (t, company) => {
      const by = await company.person('financial')
      await t.session(by)
      return { by, wire: {} }
    },
    request: () => ({}),
  },
})

const sessionCases = casesOf(authApi, {
  login: {
    may: { anyone: 200 },
    isPublicBecause: 'how a session begins',
    sample: aboutKnown('financial', (_t, { username }) => ({ username, password: SAMPLE_PASSWORD })),
  },
  logout: { may: all(200), sample: sampleBy('client'), request: () => ({}) },
  me: { may: all(200) },
  recovery: {
    may: { anyone: 200 },
    isPublicBecause: NO_SIGN_IN,
    sample: aboutKnown('client', (_t, { email }) => ({ email })),
  },
  validateOtp: { may: { anyone: 200 }, isPublicBecause: NO_SIGN_IN, sample: aboutKnown('client', mailedCode) },
  resetPassword: {
    may: { anyone: 200 },
    isPublicBecause: NO_SIGN_IN,
    sample: aboutKnown('client', async (t, person) => {
      const answer = await t.ask(authApi.validateOtp, { body: await mailedCode(t, person) })
      return { token: Object(answer.json.data).token, password: NEW_PASSWORD }
    }),
  },
  changePassword: {
    may: all(200),
    sample: byKnown('financial', changeBody),
    request: () => ({ body: changeBody }),
  },
  firstLogin: { may: all(200), sample: byKnown('client', firstBody, true), request: () => ({ body: firstBody }) },
  stepUp: { may: all(200), sample: byKnown('financial', stepUpBody), request: () => ({ body: stepUpBody }) },
  tourSeen: { may: all(200), sample: sampleBy('client'), request: () => ({}) },
})

export const authCases = [...sessionCases, ...twoFactorCases, ...openSessionCases]
