import { Client } from 'pg'

/** The two addresses of the database, as the operator set them. */
export type DatabaseUrls = { databaseUrl: string; databaseAdminUrl: string | undefined }

const CONNECT_MAX_MS = 10_000

type Facts = { name: string; started: Date; may_migrate: boolean; user: string }

/**
 * Connects with each address and proves that both are of one database, and that the owner's may change its schema. Throws an Error
 * with a Spanish sentence that names the variable, and never a password.
 */
export async function proveDatabase({ databaseUrl, databaseAdminUrl }: DatabaseUrls): Promise<void> {
  const login = await factsOf('DATABASE_URL', databaseUrl)
  const owner = databaseAdminUrl === undefined ? login : await factsOf('DATABASE_ADMIN_URL', databaseAdminUrl)
  if (owner.name !== login.name || owner.started.getTime() !== login.started.getTime())
    throw new Error(
      `DATABASE_ADMIN_URL: es de otra base de datos que DATABASE_URL (${placeOf(databaseUrl)}). Escribe la misma en las dos.`,
    )
  if (owner.may_migrate) return
  throw new Error(
    databaseAdminUrl === undefined
      ? `DATABASE_URL: el usuario ${owner.user} no es el dueño de la base de datos. Escribe el dueño en DATABASE_ADMIN_URL (docs/operations.md).`
      : `DATABASE_ADMIN_URL: el usuario ${owner.user} no es el dueño de la base de datos y no puede cambiar su esquema. Escribe el dueño (docs/operations.md).`,
  )
}

/** The database and the server of an address, for the operator: without user and password. */
export function placeOf(address: string): string {
  const url = new URL(address)
  return `${nameIn(url)} en ${hostIn(url)}`
}

async function factsOf(variable: string, address: string): Promise<Facts> {
  const client = new Client({
    connectionString: address,
    application_name: 'enlace start',
    connectionTimeoutMillis: CONNECT_MAX_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Facts>(
      `select current_database() as name, pg_postmaster_start_time() as started, current_user as user,
         has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_migrate`,
    )
    const [facts] = rows
    if (facts === undefined) throw new Error('PostgreSQL answered no row')
    return facts
  } catch (error) {
    throw new Error(`${variable}: ${sentenceOf(error, new URL(address))}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function sentenceOf(error: unknown, url: URL): string {
  const user = decodeURIComponent(url.username)
  switch (codeOf(error)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no se encuentra el equipo ${url.hostname}. Revisa el nombre.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `PostgreSQL no responde en ${hostIn(url)}. Revisa que esté en marcha y que la dirección sea esa.`
    case '28P01':
    case '28000':
      return `PostgreSQL no acepta al usuario ${user} con esa clave. Revisa los dos.`
    case '3D000':
      return `no existe la base de datos ${nameIn(url)} en ${hostIn(url)}. Créala (docs/operations.md).`
    case '57P03':
      return `PostgreSQL está arrancando en ${hostIn(url)}. Vuelve a intentarlo en un momento.`
    case '53300':
      return `PostgreSQL no tiene conexiones libres en ${hostIn(url)}. Sube max_connections o baja POOL_MAX.`
    default:
      return `no se pudo abrir ${nameIn(url)} en ${hostIn(url)}: ${error instanceof Error ? error.message : String(error)}`
  }
}

const nameIn = (url: URL): string => decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username)
const hostIn = (url: URL): string => url.host || 'localhost'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
