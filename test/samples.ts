import { authApi } from '#domain/auth/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { platformApi } from '#domain/platform/api.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { sendRecoveryCodes } from '#server/auth/recovery-mail.ts'
import { BILLING_SAMPLES } from './samples-billing.ts'
import { CONTRACT_SAMPLES } from './samples-contracts.ts'
import { INTEGRATION_SAMPLES } from './samples-integrations.ts'
import { PEOPLE_SAMPLES } from './samples-people.ts'
import { PROFILE_SAMPLES } from './samples-profile.ts'
import type { Answer, Company, Person, TestApp } from './world.ts'

const SAMPLE_PASSWORD = 'Un secreto largo 42'

/** One successful call of a changing endpoint, with its caller and its request. Used by the tests over all events. */
export type Sample = { endpoint: Endpoint; make(t: TestApp, company: Company): Promise<() => Promise<Answer>> }

let codes = 0
const plan = () => {
  codes += 1
  return {
    name: 'Hogar',
    reference_code: `S${codes}ABC`,
    price: 10_000,
    download_speed: '10 Mbps',
    upload_speed: '5 Mbps',
  }
}

const billing_config = {
  connection_cost: 100,
  discounted_value: 0,
  billing_cut_day: 1,
  reconnection_cost: 0,
  transfer_cost: 0,
  technical_visit_cost: 0,
  additional_cable_cost: 0,
}

/** The hash of the sample password, computed once because it is slow. */
let hashed: Promise<string> | undefined

/** A user with the sample password. */
async function known(t: TestApp, company: Company, role: 'financial' | 'client', first = false): Promise<Person> {
  hashed ??= hashPassword(t.world.config.secret, SAMPLE_PASSWORD)
  const password_hash = await hashed
  return company.person(role, { password_hash, is_first_login: first })
}

const asking = (person: Person, endpoint: Endpoint, body?: unknown, params?: Record<string, string>) => () =>
  person.ask(endpoint, { body, params })

/** The recovery code in the email to a user, as its job writes it. */
async function mailedCode(t: TestApp, email: string): Promise<string> {
  await t.ask(authApi.recovery, { body: { email } })
  await sendRecoveryCodes(t.world, { email, ip: '127.0.0.1', request_id: 'sample' })
  return /\b(\d{6})\b/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

export const SAMPLES: readonly Sample[] = [
  ...CONTRACT_SAMPLES,
  ...BILLING_SAMPLES,
  ...INTEGRATION_SAMPLES,
  ...PEOPLE_SAMPLES,
  ...PROFILE_SAMPLES,
  {
    endpoint: planApi.create,
    make: async (_t, company) => asking(await company.person('financial'), planApi.create, { plan: plan() }),
  },
  {
    endpoint: planApi.update,
    make: async (_t, company) => {
      const person = await company.person('financial')
      const { data } = await person.call(planApi.create, { body: { plan: plan() } })
      const { reference_code: _code, ...changes } = plan()
      return asking(person, planApi.update, { plan: { ...changes, is_active: false } }, { id: data.id })
    },
  },
  {
    endpoint: planApi.remove,
    make: async (_t, company) => {
      const person = await company.person('financial')
      const { data } = await person.call(planApi.create, { body: { plan: plan() } })
      return asking(person, planApi.remove, undefined, { id: data.id })
    },
  },
  {
    endpoint: contractDefaultsApi.save,
    make: async (_t, company) =>
      asking(await company.person('financial'), contractDefaultsApi.save, { billing_config }),
  },
  {
    endpoint: platformApi.switchMaintenance,
    make: async (_t, company) =>
      asking(await company.person('superadmin'), platformApi.switchMaintenance, {
        active: false,
        message: '',
        until: null,
      }),
  },
  {
    endpoint: authApi.login,
    make: async (t, company) => {
      const person = await known(t, company, 'financial')
      return () => t.ask(authApi.login, { body: { username: person.username, password: SAMPLE_PASSWORD } })
    },
  },
  { endpoint: authApi.logout, make: async (_t, company) => asking(await company.person('client'), authApi.logout) },
  {
    endpoint: authApi.recovery,
    make: async (t, company) => {
      const person = await known(t, company, 'client')
      return () => t.ask(authApi.recovery, { body: { email: person.email } })
    },
  },
  {
    endpoint: authApi.validateOtp,
    make: async (t, company) => {
      const person = await known(t, company, 'client')
      const otp = await mailedCode(t, person.email)
      return () => t.ask(authApi.validateOtp, { body: { email: person.email, otp } })
    },
  },
  {
    endpoint: authApi.resetPassword,
    make: async (t, company) => {
      const person = await known(t, company, 'client')
      const answer = await t.ask(authApi.validateOtp, {
        body: { email: person.email, otp: await mailedCode(t, person.email) },
      })
      const data = answer.json.data as { token: string }
      return () => t.ask(authApi.resetPassword, { body: { token: data.token, password: 'Otro secreto largo 43' } })
    },
  },
  {
    endpoint: authApi.changePassword,
    make: async (t, company) =>
      asking(await known(t, company, 'financial'), authApi.changePassword, {
        current_password: SAMPLE_PASSWORD,
        new_password: 'Otro secreto largo 43',
      }),
  },
  {
    endpoint: authApi.firstLogin,
    make: async (t, company) =>
      asking(await known(t, company, 'client', true), authApi.firstLogin, {
        new_password: 'Otro secreto largo 43',
        accept_data_policy: true,
      }),
  },
  {
    endpoint: authApi.stepUp,
    make: async (t, company) =>
      asking(await known(t, company, 'financial'), authApi.stepUp, { password: SAMPLE_PASSWORD }),
  },
  {
    endpoint: authApi.closeSession,
    make: async (t, company) => {
      const person = await company.person('financial')
      const other = await t.session(person)
      const { data } = await t.as(other, person).call(authApi.sessions)
      return asking(t.as(other, person), authApi.closeSession, undefined, {
        id: data.find((session) => !session.is_current)?.id ?? '',
      })
    },
  },
  {
    endpoint: authApi.closeOthers,
    make: async (t, company) => {
      const person = await company.person('financial')
      await t.session(person)
      return asking(person, authApi.closeOthers)
    },
  },
  { endpoint: authApi.tourSeen, make: async (_t, company) => asking(await company.person('client'), authApi.tourSeen) },
]
