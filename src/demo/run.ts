import { demoApi } from '#domain/auth/demo-api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { routes, schedules, tasks, tickers } from '#server/app.ts'
import { DEMO_PASSWORD } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { implement } from '#server/core/verb.ts'
import { connectDemoFactus } from '#server/integrations/demo-factus.ts'
import { demoEventsUrl } from '#server/integrations/integrations.ts'
import type { Ending } from '#server/signals.ts'
import { start } from '#server/start.ts'
import type { FactusSimulator } from '#simulators/factus/simulator.ts'
import { catcherPage } from '#simulators/mail/catcher.ts'
import { smsPage } from '#simulators/sms/page.ts'
import { whatsappPage } from '#simulators/whatsapp/page.ts'
import { DEMO_COMPANIES, DEMO_SUPERADMIN } from './companies.ts'
import { simulateDocuments } from './electronic.ts'
import { connectDemoNetwork } from './network.ts'
import { startOutside } from './outside.ts'
import { resetOf } from './reset.ts'
import { seedWhole } from './seed.ts'
import { connectDemoWebhooks } from './webhooks.ts'
import { connectDemoWhatsapp } from './whatsapp.ts'

/** The devices and receivers of the demo are simulators of its process. */
const LOOPBACK = { address: '127.0.0.0', bits: 8 }

const ACCOUNTS = [
  { ...DEMO_SUPERADMIN, company: 'Enlace' },
  ...DEMO_COMPANIES.flatMap((company) => company.people.map((person) => ({ ...person, company: company.name }))),
].map(({ username, role, company, is_first_login }) => ({
  username,
  role_label: is_first_login ? `${ROLE_LABELS[role]}, primer ingreso` : ROLE_LABELS[role],
  company,
}))

/**
 * Serves the demo on one port: its accounts, its mail at /correo, and everything that a production process does. Without `web`
 * (`npm run dev`) Vite serves the web app and prints its address.
 */
export async function runDemo(
  config: Config,
  { web, env }: { web: boolean; env: Readonly<Record<string, string | undefined>> },
  ending: Ending,
  print: (line: string) => void,
): Promise<void> {
  const reset = resetOf(config.dataDir, env)
  // The first of the list runs last: nothing of this process is open any more.
  ending.before(async () => reset.startAgain())
  const outside = await startOutside(config.dataDir, ending)
  const { catcher, wompi, factus, whatsapp, sms, receiver, router, program } = outside
  const data = { password: DEMO_PASSWORD, accounts: ACCOUNTS, started_at: new Date().toISOString() }
  const demo = implement(demoApi, {
    accounts: async () => ({ data }),
    reset: async () => {
      if (config.databaseUrl !== undefined)
        throw new Refusal('conflict', 'Esta demostración usa tu propia base de datos (DATABASE_URL): no la borramos')
      reset.request()
      return { message: 'Borramos la demostración y la empezamos de nuevo' }
    },
  })
  const { url, port } = await start(
    {
      ...config,
      smtpUrl: config.smtpUrl ?? catcher.smtpUrl,
      wompiUrls: { ...config.wompiUrls, test: wompi.url },
      wompiCheckoutUrl: wompi.checkoutUrl,
      factusUrls: { ...config.factusUrls, test: factus.url },
      whatsappUrl: whatsapp.url,
      smsUrl: sms.url,
      networkRanges: [...config.networkRanges, LOOPBACK],
      webhookRanges: [...config.webhookRanges, LOOPBACK],
    },
    {
      routes: [...routes, ...demo],
      tasks,
      schedules,
      tickers,
      api: true,
      work: true,
      web,
      pages: pagesOf(outside),
      before: async (world, database) => {
        ending.before(() => reset.erase(world, database.ownerUrl))
        await seedWhole(world, database.ownerUrl, print)
        for (const merchant of wompi.merchants) merchant.events_url = await demoEventsUrl(world, merchant.name)
        await Promise.all([connectDemoNetwork(world, { receiver, router }), connectDemoWebhooks(world, program.url)])
        await connectIssuers(world, factus)
        await connectDemoWhatsapp(world, whatsapp)
      },
    },
    ending,
    print,
  )
  reset.keepPort(port)
  if (!web) return print(`El servidor está listo en el puerto ${port}`)
  printAccounts(url, print)
  print('Para terminar: Ctrl-C')
}

/** Where the messages of the demo are read. */
const pagesOf = ({ catcher, sms, whatsapp }: Awaited<ReturnType<typeof startOutside>>) => [
  { path: '/correo', html: () => catcherPage(catcher.list()) },
  { path: '/mensajes-de-texto', html: () => smsPage(sms.messages()) },
  { path: '/whatsapp', html: () => whatsappPage(whatsapp.messages(), whatsapp.templates()) },
]

function printAccounts(url: string, print: (line: string) => void): void {
  print(
    `\nEnlace está listo en ${url}\nCorreo de la demostración: ${url}/correo\nContraseña de todas las cuentas: ${DEMO_PASSWORD}`,
  )
  for (const account of ACCOUNTS)
    print(`  ${account.username.padEnd(28)} ${account.role_label.padEnd(24)} ${account.company}`)
}

/** Connects the companies that issue electronic documents, with documents in every state. */
async function connectIssuers(world: World, simulator: FactusSimulator): Promise<void> {
  for (const { name, factus: keys } of DEMO_COMPANIES) {
    if (!keys) continue
    await connectDemoFactus(world, name, keys)
    await simulateDocuments(world, name, simulator)
  }
}
