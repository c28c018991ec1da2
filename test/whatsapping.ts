import { afterAll, beforeAll, vi } from 'vitest'
import { consentApi } from '#domain/consents/api.ts'
import type { WhatsappConnection } from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { startWhatsappSimulator, type WhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import type { SimulatedNumber } from '#simulators/whatsapp/state.ts'
import type { Debtor } from './arrears.ts'
import { numberOf, whatsappKeys } from './whatsapp-keys.ts'
import { type Company, type Person, type TestApp, testApp } from './world.ts'

/** A company with its number at the simulator, whose events reach the app over HTTP. */
export type Line = { company: Company; admin: Person; financial: Person; number: SimulatedNumber }

/**
 * The app of a test file with a simulator of its own. `line`: a new company whose number is saved and, unless it is raw, on with its four
 * templates approved.
 */
export async function whatsappApp() {
  const numbers: SimulatedNumber[] = []
  const clock = { now: (): number => Date.now() }
  const simulator: WhatsappSimulator = await startWhatsappSimulator({
    numbers,
    reviewMs: 1,
    statusMs: 1,
    retriesMs: [],
    now: () => clock.now(),
  })
  const t = testApp({ WHATSAPP_URL: simulator.url })
  let base = ''
  beforeAll(async () => {
    clock.now = () => t.world.clock().getTime()
    base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => simulator.close())
  const line = async ({ isRaw = false }: { isRaw?: boolean } = {}): Promise<Line> => {
    const company = await t.company()
    const [admin, financial] = [await company.person('admin'), await company.person('financial')]
    const number = numberOf('empresa', numbers.length + 1)
    numbers.push(number)
    const { data } = await admin.call(whatsappApi.save, { body: { credentials: whatsappKeys(number) } })
    number.events_url = `${base}${new URL(data.events_url).pathname}`
    const made = { company, admin, financial, number }
    if (!isRaw) await switchOn(made)
    return made
  }
  return { t, simulator, numbers, line }
}

async function switchOn({ admin }: Line): Promise<void> {
  await admin.call(whatsappApi.test)
  await admin.call(whatsappApi.templates)
  await vi.waitUntil(async () => (await readLine(admin)).templates.every(({ status }) => status === 'approved'), 5_000)
}

export async function readLine(admin: Person): Promise<WhatsappConnection> {
  const { data } = await admin.call(whatsappApi.get)
  if (data === null) throw new Error('the company has no number')
  return data
}

/** Gives a debtor a mobile, and its consent to messages by telephone. */
export async function reachable(
  { owner }: TestApp,
  { financial, clientId }: Debtor,
  phone = '3001234567',
): Promise<void> {
  await owner.query('update clients set phone = $1 where id = $2', [phone, clientId])
  const consent = { client_id: clientId, purpose: 'contact_phone' as const, is_granted: true }
  await financial.call(consentApi.say, { body: { consent } })
}
