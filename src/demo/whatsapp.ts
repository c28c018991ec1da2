import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import {
  WHATSAPP_LANGUAGE,
  WHATSAPP_NOTICES,
  WHATSAPP_TEMPLATES,
  type WhatsappCredentials,
} from '#domain/integrations/whatsapp.ts'
import { queueNotices } from '#server/collections/notices.ts'
import { insertConsents } from '#server/consents/queries.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { getCompanyNamed } from '#server/integrations/queries.ts'
import { testNumber, writeWhatsapp } from '#server/integrations/whatsapp.ts'
import { getWhatsapp, savePrice, saveTemplate, saveWhatsappTest } from '#server/integrations/whatsapp-queries.ts'
import type { WhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import type { SimulatedNumber, SimulatedTemplate } from '#simulators/whatsapp/state.ts'

const NUMBER = '106540352242922'

/** The number of the large company at the simulator. */
export const DEMO_WHATSAPP: WhatsappCredentials & { name: string } = {
  name: 'Andina Fibra S.A.S.',
  phone_number_id: NUMBER,
  waba_id: '102290129340398',
  token: 'EAA-andina-token-de-prueba',
  app_secret: 'secreto-de-la-app-de-andina',
  verify_token: 'token-de-verificacion-andina',
}

/** A number of the simulator that no demo company uses, to connect a company by hand. */
export const FREE_WHATSAPP: WhatsappCredentials & { name: string } = {
  name: 'Cuenta libre',
  phone_number_id: '206540352242922',
  waba_id: '202290129340398',
  token: 'EAA-libre-token-de-prueba',
  app_secret: 'secreto-de-la-app-libre',
  verify_token: 'token-de-verificacion-libre',
}

export const demoNumber = ({ verify_token: _own, ...keys }: typeof DEMO_WHATSAPP): SimulatedNumber => ({
  ...keys,
  events_url: null,
  display_phone_number: keys.phone_number_id === NUMBER ? '+57 300 0000001' : '+57 300 0000009',
})

/** The templates that Meta approved for the large company. */
export const demoTemplates = (): SimulatedTemplate[] =>
  WHATSAPP_NOTICES.map((notice, index) => ({
    ...WHATSAPP_TEMPLATES[notice],
    waba_id: DEMO_WHATSAPP.waba_id,
    id: String(1_689_556_908_129_832 + index),
    language: WHATSAPP_LANGUAGE,
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: WHATSAPP_TEMPLATES[notice].body }],
  }))

/** Connects the large company to the simulator, with a message that a client gets, and gives the simulator the address of its events. */
export async function connectDemoWhatsapp(world: World, simulator: WhatsappSimulator): Promise<void> {
  const { name, ...credentials } = DEMO_WHATSAPP
  const company = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) => getCompanyNamed(tx, name))
  if (!company) return
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId: company.id }, work)
  const tested = await testNumber(world.whatsapp(credentials))
  const endpointKey = await inCompany(async (tx) => {
    if (!(await getWhatsapp(tx))) await saveDemoNumber(world, tx, credentials, tested)
    return (await getWhatsapp(tx))?.endpoint_key
  })
  const number = simulator.numbers.find(({ phone_number_id }) => phone_number_id === NUMBER)
  if (number) number.events_url = `${world.config.publicUrl}/api/webhook/whatsapp/${endpointKey}`
}

async function saveDemoNumber(
  world: World,
  tx: Tx,
  credentials: WhatsappCredentials,
  { display_phone, templates }: Awaited<ReturnType<typeof testNumber>>,
): Promise<void> {
  await writeWhatsapp(tx, world.config.secret, credentials, 'La demostración')
  const stored = await getWhatsapp(tx)
  const shown = display_phone === null ? {} : { display_phone }
  if (stored) await saveWhatsappTest(tx, stored.sealed, { problem: null, is_on: true, ...shown })
  for (const template of templates) await saveTemplate(tx, template)
  await savePrice(tx, { price: pesos(3.3), starts_on: dayOf(world.clock()), set_by: 'La demostración' })
  await notifyOne(world, tx)
}

type Reached = {
  id: string
  name: string
  email: string | null
  phone: string
  contract_id: string
  no_contract: string
}

/** A client with a service authorises WhatsApp and gets the notice of a reconnection: the only one that may leave at any hour. */
async function notifyOne(world: World, tx: Tx): Promise<void> {
  const { rows } = await sql<Reached>`
    select k.id, k.name, k.email, k.phone, c.id as contract_id, c.no_contract from clients k
    join contracts c on c.company_id = k.company_id and c.client_id = k.id and c.status = 'active'
    where k.company_id = (select current_company()) and k.phone is not null and k.phone !~ '^3000000' order by k.id limit 1`.execute(
    tx,
  )
  const [client] = rows
  if (!client) return
  const said = { channel: 'desk' as const, actor_name: 'La demostración', ip: null }
  await insertConsents(tx, { client_id: client.id, purposes: ['contact_phone'], is_granted: true, ...said })
  const notice = {
    client,
    contract: { id: client.contract_id, no_contract: client.no_contract },
    amount: ZERO,
    on: dayOf(world.clock()),
    dedupe: `demo:whatsapp:${client.id}`,
  }
  await queueNotices(world, tx, 'reconnected', [notice])
}
