import { afterAll } from 'vitest'
import { consentApi } from '#domain/consents/api.ts'
import type { SmsConnection } from '#domain/integrations/sms.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { type SimulatedSmsAccount, type SmsSimulator, startSmsSimulator } from '#simulators/sms/simulator.ts'
import { smsKeys } from './sms-keys.ts'
import { type Company, type Person, testApp } from './world.ts'

/** A company with an account at the simulator of the file. */
export type Texting = { company: Company; admin: Person; financial: Person; account: SimulatedSmsAccount }

/** The mobile that gets the message of the test. */
export const TEST_PHONE = '3009999999'

/**
 * The app of a test file with a gateway of text messages of its own. `texting`: a new company whose account is saved and, unless it is raw,
 * tested and on.
 */
export async function smsApp() {
  const accounts: SimulatedSmsAccount[] = []
  const simulator: SmsSimulator = await startSmsSimulator({ accounts })
  const t = testApp({ SMS_URL: simulator.url })
  afterAll(() => simulator.close())
  const texting = async ({ isRaw = false }: { isRaw?: boolean } = {}): Promise<Texting> => {
    const company = await t.company()
    const [admin, financial] = [await company.person('admin'), await company.person('financial')]
    const { sender, key } = smsKeys()
    const account = { name: company.id, sender, key: `${key}-${accounts.length}` }
    accounts.push(account)
    const credentials = { url: simulator.url, sender, key: account.key }
    await admin.call(smsApi.save, { body: { credentials } })
    if (!isRaw) await admin.call(smsApi.test, { body: { test: { phone: TEST_PHONE } } })
    return { company, admin, financial, account }
  }
  const sentTo = (phone: string) => simulator.messages().filter(({ to }) => to === `57${phone}`)
  return { t, simulator, texting, sentTo }
}

export async function readAccount(admin: Person): Promise<SmsConnection> {
  const { data } = await admin.call(smsApi.get)
  if (data === null) throw new Error('the company has no account')
  return data
}

/** A client says whether it authorises collections by one channel. */
export const authorise = (
  financial: Person,
  client_id: string,
  purpose: 'contact_email' | 'contact_phone',
  is_granted: boolean,
) => financial.call(consentApi.say, { body: { consent: { client_id, purpose, is_granted } } })
