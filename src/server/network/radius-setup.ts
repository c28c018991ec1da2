import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, escapeLiteral } from 'pg'
import { radiusKey } from './drivers.ts'
import { type RadiusSettings, radiusFiles } from './radius-config.ts'

const ROLE = 'enlace_radius'
const OWNER_AND_GROUP = 0o640

type Options = Omit<RadiusSettings, 'folder' | 'database' | 'key'>

/** The settings of Debian's packages, for routers in the private networks. */
const DEBIAN: Options = {
  runFolder: '/var/run/freeradius',
  libFolder: '/usr/lib/freeradius',
  routers: '0.0.0.0/0',
  listen: '*',
  authPort: 1_812,
  acctPort: 1_813,
}

/**
 * Gives the role of FreeRADIUS a new password, and writes the configuration that has it and the key of the passwords. The role may call
 * three functions and read no table. Safe to repeat: FreeRADIUS is started again with the new files.
 */
export async function setUpRadius(
  { ownerUrl, appUrl, secret }: { ownerUrl: string; appUrl: string; secret: Buffer },
  folder: string,
  options: Options = DEBIAN,
): Promise<string[]> {
  const password = randomBytes(24).toString('hex')
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace radius' })
  await client.connect()
  try {
    await client.query(`alter role ${ROLE} login password ${escapeLiteral(password)}`)
    await client.query(`alter role ${ROLE} set statement_timeout = '2s'`)
  } finally {
    await client.end()
  }
  const { hostname, port, pathname } = new URL(appUrl)
  const database = `host=${hostname} port=${port === '' ? '5432' : port} dbname=${pathname.slice(1)} user=${ROLE} password=${password}`
  const files = radiusFiles({ ...options, folder, database, key: radiusKey(secret) })
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, name), text, { mode: OWNER_AND_GROUP })
  }
  return Object.keys(files)
}
