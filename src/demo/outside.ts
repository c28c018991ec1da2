import path from 'node:path'
import type { Ending } from '#server/signals.ts'
import { assertWritable } from '#server/start.ts'
import { keptIn } from '#simulators/factus/kept.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import type { SimulatedAccount } from '#simulators/factus/state.ts'
import { startCatcher } from '#simulators/mail/catcher.ts'
import { startReceiver } from '#simulators/network/receiver.ts'
import { startRouterSimulator } from '#simulators/network/router.ts'
import { startSmsSimulator } from '#simulators/sms/simulator.ts'
import { startEventReceiver } from '#simulators/webhook/event-receiver.ts'
import { startWhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { DEMO_COMPANIES, type DemoCompany, FREE_FACTUS_KEYS, FREE_SMS, FREE_WOMPI_KEYS } from './companies.ts'
import { DEMO_NETWORK_SECRET } from './network.ts'
import { DEMO_WEBHOOK_SECRET } from './webhooks.ts'
import { DEMO_WHATSAPP, demoNumber, demoTemplates, FREE_WHATSAPP } from './whatsapp.ts'

/** What the simulator of Factus keeps between two starts, in the data folder. */
export const FACTUS_FILE = 'factus-simulator.jsonl'

/** The services outside of the demo: its mail, and the simulators of its providers. They stop with the process. */
export async function startOutside(dataDir: string, ending: Ending) {
  await assertWritable(dataDir)
  const catcher = await startCatcher(0)
  const wompi = await startWompiSimulator({
    merchants: [...DEMO_COMPANIES, { name: 'Cuenta libre', wompi: FREE_WOMPI_KEYS }].flatMap(merchantOf),
  })
  const factus = await startFactusSimulator({
    accounts: [...DEMO_COMPANIES, FREE_ACCOUNT].flatMap(accountOf),
    kept: keptIn(path.join(dataDir, FACTUS_FILE)),
  })
  const whatsapp = await startWhatsappSimulator({
    numbers: [DEMO_WHATSAPP, FREE_WHATSAPP].map(demoNumber),
    templates: demoTemplates(),
  })
  const sms = await startSmsSimulator({ accounts: [FREE_SMS] })
  const receiver = await startReceiver(DEMO_NETWORK_SECRET)
  const router = await startRouterSimulator(DEMO_NETWORK_SECRET)
  const program = await startEventReceiver()
  program.secrets.push(DEMO_WEBHOOK_SECRET)
  ending.before(async () => {
    await Promise.all([catcher, wompi, factus, whatsapp, sms, receiver, router, program].map((one) => one.close()))
  })
  return { catcher, wompi, factus, whatsapp, sms, receiver, router, program }
}

/** The merchant of a demo company in the Wompi simulator. Empty when the company has no Wompi keys. */
function merchantOf({ name, wompi }: Pick<DemoCompany, 'name' | 'wompi'>): SimulatedMerchant[] {
  if (wompi === null) return []
  const { environment: _test, event_key: events_secret, ...keys } = wompi
  return [{ name, events_url: null, events_secret, ...keys }]
}

/** An account that no demo company uses, to connect a company by hand. */
const FREE_ACCOUNT = { name: 'Cuenta libre', nit: '900825759-7', factus: FREE_FACTUS_KEYS }

/** The account of a demo company in the Factus simulator. Empty when the company has no credentials. */
function accountOf({ name, nit, factus }: Pick<DemoCompany, 'name' | 'nit' | 'factus'>): SimulatedAccount[] {
  if (factus === null) return []
  const { environment: _test, ...keys } = factus
  return [{ name, nit, ...keys }]
}
