import { sql } from 'kysely'
import { type ContractCharges, statedCharges } from '#domain/contracts/charges.ts'
import type { EquipmentValues } from '#domain/contracts/equipment-values.ts'
import type { Asked, ContractVersion, VersionChannel, VersionReason } from '#domain/contracts/version.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { insertContractCharges } from './contract-charges.ts'
import { insertContractValues } from './equipment-values-queries.ts'

export type NewVersion = {
  contract_id: string
  reason: VersionReason
  from_on: Day
  channel: VersionChannel
  accepted_by: string
  asked: Asked | null
  signature_id: string | null
  text: string
  text_hash: Buffer
  equipment_values: EquipmentValues
  /** Null while the company has none. */
  charges: ContractCharges | null
}

/** Keeps the next version of a contract, whose row is locked. Returns its number. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into contract_versions (contract_id, version, reason, from_on, channel, accepted_by, asked_by, asked_on, asked_channel,
      signature_id, text, text_hash)
    select ${version.contract_id}, coalesce(max(v.version), 0) + 1, ${version.reason}, ${version.from_on}::date, ${version.channel},
      ${version.accepted_by}, ${version.asked?.asked_by ?? null}, ${version.asked?.asked_on ?? null}::date,
      ${version.asked?.asked_channel ?? null}, ${version.signature_id}::uuid, ${version.text}, ${version.text_hash}
    from contract_versions v where v.company_id = (select current_company()) and v.contract_id = ${version.contract_id}
    returning version`.execute(tx)
  const made = rows[0]?.version ?? 0
  const key = { contract_id: version.contract_id, version: made }
  await insertContractValues(tx, key, version.equipment_values)
  await insertContractCharges(tx, key, statedCharges(version.charges))
  return made
}

const COLUMNS = [
  'version',
  'reason',
  'from_on',
  'channel',
  'accepted_by',
  'asked_by',
  'asked_on',
  'asked_channel',
  'made_at',
  'text_hash',
] as const

/** The versions of a contract, the newest first. */
export async function listVersions(tx: Tx, contractId: string): Promise<ContractVersion[]> {
  const rows = await tx
    .selectFrom('contract_versions')
    .select(COLUMNS)
    .where('contract_id', '=', contractId)
    .orderBy('version', 'desc')
    .execute()
  return rows.map(versionOf)
}

type VersionRow = Omit<ContractVersion, 'made_at' | 'text_hash'> & { made_at: Date; text_hash: Buffer }

const versionOf = ({ made_at, text_hash, ...row }: VersionRow): ContractVersion => ({
  ...row,
  made_at: made_at.toISOString(),
  text_hash: text_hash.toString('hex'),
})

/** The signature of a version as it is stored. */
export type SignatureRow = { name: string; identification: string; signed_at: Date; strokes: unknown }

/** A version with its text and the proof of its signature; `version` null: the newest. Undefined when there is none. */
export async function getVersion(
  tx: Tx,
  contractId: string,
  version: number | null,
): Promise<{ version: ContractVersion; text: string; signature: SignatureRow | null } | undefined> {
  const row = await tx
    .selectFrom('contract_versions')
    .select([...COLUMNS, 'text', 'signature_id'])
    .where('contract_id', '=', contractId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { text, signature_id, ...rest } = row
  const signature = signature_id === null ? null : ((await getSignature(tx, signature_id)) ?? null)
  return { version: versionOf(rest), text, signature }
}

/** The number of a contract. Undefined when there is none. */
export const getContractNumber = async (tx: Tx, contractId: string): Promise<string | undefined> =>
  (await tx.selectFrom('contracts').select('no_contract').where('id', '=', contractId).executeTakeFirst())?.no_contract

const getSignature = (tx: Tx, id: string): Promise<SignatureRow | undefined> =>
  tx
    .selectFrom('contract_signatures')
    .select(['name', 'identification', 'signed_at', 'strokes'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * The kept texts of a company that are not what was accepted, as 'AF-000123, versión 2': the digest of the text differs from the kept one,
 * the sealed event of the change has another digest, the version of such an event is missing, or the signature has another text.
 */
export async function listFalseVersions(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    with recorded as (
      select distinct e.entity_id, e.after ->> 'text_hash' as digest from events e
      where e.company_id = (select current_company()) and e.name like 'contract.%' and e.after ? 'text_hash'
    ), kept as (
      select c.no_contract || ', versión ' || v.version as label, v.contract_id::text as entity_id, encode(v.text_hash, 'hex') as digest,
        sha256(convert_to(v.text, 'UTF8')) = v.text_hash
          and (v.signature_id is null or (s.text_hash = v.text_hash and s.text = v.text)) as is_intact
      from contract_versions v
      join contracts c on c.company_id = v.company_id and c.id = v.contract_id
      left join contract_signatures s on s.company_id = v.company_id and s.id = v.signature_id
      where v.company_id = (select current_company())
    )
    select label from kept k
    where not is_intact or not exists (select from recorded r where r.entity_id = k.entity_id and r.digest = k.digest)
    union all
    select coalesce(c.no_contract, r.entity_id) || ', una versión que ya no está' from recorded r
    left join contracts c on c.company_id = (select current_company()) and c.id::text = r.entity_id
    where not exists (select from kept k where k.entity_id = r.entity_id and k.digest = r.digest)
    order by label`.execute(tx)
  return rows.map(({ label }) => label)
}
