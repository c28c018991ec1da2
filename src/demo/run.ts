import { demoApi } from '#domain/auth/demo-api.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { routes, schedules, tasks, tickers } from '#server/app.ts'
import { DEMO_PASSWORD } from '#server/auth/passwords.ts'
import type { Config } from '#server/config.ts'
import { implement } from '#server/core/verb.ts'
import { demoEventsUrl } from '#server/integrations/integrations.ts'
import type { Ending } from '#server/signals.ts'
import { start } from '#server/start.ts'
import { catcherPage, startCatcher } from '#simulators/mail/catcher.ts'
import { type SimulatedMerchant } from '#simulators/wompi/rules.ts'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { DEMO_COMPANIES, DEMO_SUPERADMIN, type DemoCompany, FREE_WOMPI_KEYS } from './companies.ts'
import { seedWhole } from './seed.ts'

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
  { web }: { web: boolean },
  ending: Ending,
  print: (line: string) => void,
): Promise<void> {
  const catcher = await startCatcher(0)
  const simulator = await startWompiSimulator({
    merchants: [...DEMO_COMPANIES, { name: 'Cuenta libre', wompi: FREE_WOMPI_KEYS }].flatMap(merchantOf),
  })
  ending.before(async () => {
    await Promise.all([catcher.close(), simulator.close()])
  })
  const demo = implement(demoApi, { accounts: async () => ({ data: { password: DEMO_PASSWORD, accounts: ACCOUNTS } }) })
  const { url, port } = await start(
    {
      ...config,
      smtpUrl: config.smtpUrl ?? catcher.smtpUrl,
      wompiUrls: { ...config.wompiUrls, test: simulator.url },
    },
    {
      routes: [...routes, ...demo],
      tasks,
      schedules,
      tickers,
      api: true,
      work: true,
      web,
      pages: [{ path: '/correo', html: () => catcherPage(catcher.list()) }],
      before: async (world, database) => {
        await seedWhole(world, database.ownerUrl, print)
        for (const merchant of simulator.merchants) merchant.events_url = await demoEventsUrl(world, merchant.name)
      },
    },
    ending,
    print,
  )
  if (!web) return print(`El servidor está listo en el puerto ${port}`)
  print(
    `\nEnlace está listo en ${url}\nCorreo de la demostración: ${url}/correo\nContraseña de todas las cuentas: ${DEMO_PASSWORD}`,
  )
  for (const account of ACCOUNTS)
    print(`  ${account.username.padEnd(28)} ${account.role_label.padEnd(24)} ${account.company}`)
  print('Para terminar: Ctrl-C')
}

/** The merchant of a demo company in the Wompi simulator. Empty when the company has no Wompi keys. */
function merchantOf({ name, wompi }: Pick<DemoCompany, 'name' | 'wompi'>): SimulatedMerchant[] {
  if (wompi === null) return []
  const { environment: _test, event_key: events_secret, ...keys } = wompi
  return [{ name, events_url: null, events_secret, ...keys }]
}
