import type { ClientBase } from 'pg'

/** The number of the format of an exported company. */
export const EXPORT_FORMAT = 1

/**
 * Tables whose rows stay in their installation, with the reason. What another installation cannot use, or must not have: secrets, and
 * what depends on them.
 */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  api_tokens: 'keys of the API: the company creates new ones',
  credentials: 'keys of Wompi and Factus, encrypted with the secret of the installation',
  electronic_queues: 'the state of a queue whose keys are not exported',
  file_issuers: 'the PIN of a software, encrypted with the secret of the installation',
  idempotency_keys: 'stored replies of requests',
  known_browsers: 'browsers know an address, and the other installation has another one',
  outgoing_webhooks: 'their secrets are encrypted with the secret of the installation',
  pqr_presences: 'who has the page of a case open now',
  recovery_codes: 'codes to come back',
  sessions: 'every user signs in again',
  signing_links: 'links of the address of the installation',
  sms_accounts: 'the key of a gateway of text messages, encrypted with the secret of the installation',
  two_factor_codes: 'codes of the second factor',
  two_factors: 'secrets of the second factor, encrypted',
  webhook_deliveries: 'of the webhooks',
  webhook_tries: 'of the webhooks',
  whatsapp_accounts: 'keys of WhatsApp, encrypted with the secret of the installation',
  whatsapp_templates: 'of the account of WhatsApp, which is read again',
}

/** Columns whose value is replaced, by table: secrets, and the flags that depend on them. SQL expressions. */
export const COLUMNS_REPLACED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  companies: { is_wompi_integration: 'false', is_factus_integration: 'false' },
  network_devices: { sealed: 'null::bytea', radius_secret: 'null::bytea', mode: `'off'` },
  network_services: { password: 'null::bytea' },
  numbering_ranges: { sealed_key: 'null::bytea' },
  users: { password_hash: 'null::text', has_two_factor: 'false' },
}

/** A table of a company: its columns without the generated ones, and the column of the company. */
export type CompanyTable = { name: string; columns: readonly string[]; companyColumn: string }

/** The tables of a company, each one after those that it references. */
export async function listCompanyTables(client: ClientBase): Promise<CompanyTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct r.relname::text), '{}') from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'companies' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull))
    order by c.relname`)
  const left = new Map(rows.filter(({ name }) => !(name in TABLES_LEFT_OUT)).map((row) => [row.name, row]))
  const sorted: CompanyTable[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => needs.every((one) => !left.has(one)))
    if (ready.length === 0) throw new Error(`tables reference each other: ${[...left.keys()].join(', ')}`)
    for (const { name, columns } of ready) {
      left.delete(name)
      const companyColumn = name === 'companies' ? 'id' : 'company_id'
      sorted.push({ name, columns, companyColumn })
    }
  }
  return sorted
}

/** The name of the last migration: a company moves between two installations of the same schema. */
export async function lastMigration(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name desc limit 1')
  return rows[0]?.name ?? ''
}
