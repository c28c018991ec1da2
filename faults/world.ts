import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { openPool } from '#server/db/pool.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { TEST_SECRET } from '#test/database.ts'
import { noFactus } from '#test/no-factus.ts'
import { noSms, noWhatsapp } from '#test/no-whatsapp.ts'
import { noWompi } from '#test/no-wompi.ts'

/** The product in this process, without mail and providers. Its pool is ended by the caller. */
export const openWorld = (appUrl: string, dataDir: string, clock: () => Date = () => new Date()): World => ({
  config: readConfig('demo', {
    ENLACE_DATA: dataDir,
    ENLACE_SECRET: TEST_SECRET.toString('base64'),
    LOG_LEVEL: 'silent',
  }),
  pool: openPool(appUrl, 4, () => undefined),
  log: pino({ level: 'silent' }),
  mailer: { send: async () => undefined, close: () => undefined },
  files: folderStore(path.join(dataDir, 'files')),
  wompi: noWompi,
  factus: noFactus,
  whatsapp: noWhatsapp,
  sms: noSms,
  clock,
})
