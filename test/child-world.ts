import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { openPool } from '#server/db/pool.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { noFactus } from './no-factus.ts'
import { noSms, noWhatsapp } from './no-whatsapp.ts'
import { noWompi } from './no-wompi.ts'

/**
 * The world of a process that a test can kill: the database in APP_URL, the files in the folder ENLACE_DATA, no mail and no provider,
 * except those of `given`.
 */
export function childWorld(given: Partial<World> = {}): World {
  const config = readConfig('demo', { ...process.env, LOG_LEVEL: 'silent' })
  return {
    config,
    pool: openPool(process.env['APP_URL'] ?? '', 4, () => undefined),
    log: pino({ level: 'silent' }),
    mailer: { send: async () => undefined, close: () => undefined },
    files: folderStore(path.join(config.dataDir, 'files')),
    wompi: noWompi,
    factus: noFactus,
    whatsapp: noWhatsapp,
    sms: noSms,
    clock: () => new Date(),
    ...given,
  }
}
