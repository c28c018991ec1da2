import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isDistance, lastDayToRetract, retractionRulesOn } from '#domain/contracts/retraction.ts'
import { type Brand, brandOf } from '#domain/core/brand.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import type { Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { type Email, renderEmail } from '#server/documents/mail.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { findContract } from './contract-change.ts'
import { getClientEmail, getSigningCompany } from './signing-link-queries.ts'
import { pdfReply, readDocument } from './versions.ts'

const firstNameOf = (name: string): string => name.split(' ')[0] ?? ''

/** The email with the link to sign a contract. */
export const signingEmail = (content: {
  companyName: string
  brand: Brand
  clientName: string
  no_contract: string
  days: number
  url: string
}): Email =>
  renderEmail(
    content.companyName,
    `Firma tu contrato ${content.no_contract}`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. Tu contrato de internet ${content.no_contract} está listo para que lo leas y lo firmes desde el celular o el computador.`,
      },
      { kind: 'link', text: 'Leer y firmar', url: content.url },
      {
        kind: 'text',
        text: `El enlace vale ${content.days} días, sirve una sola vez y te pide el número de tu documento. No se lo reenvíes a nadie. Si no pediste este servicio, no hagas nada.`,
      },
    ],
    content.brand,
  )

/** The email with the copy of a signed contract, whose PDF is attached (R2.20). */
const copyEmail = (content: {
  companyName: string
  brand: Brand
  clientName: string
  no_contract: string
  /** The last day to retract a contract that was signed at a distance; null for another one. */
  retractUntil: Day | null
  url: string
}): Email =>
  renderEmail(
    content.companyName,
    `Tu contrato ${content.no_contract} quedó firmado`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(content.clientName)}. Firmaste el contrato ${content.no_contract} con ${content.companyName}. Tu copia va adjunta en PDF: guárdala.`,
      },
      ...(content.retractUntil === null ? [] : [{ kind: 'text' as const, text: retractCopy(content.retractUntil) }]),
      { kind: 'text', text: 'También la encuentras cuando quieras en el portal:' },
      { kind: 'link', text: 'Ver el contrato', url: content.url },
    ],
    content.brand,
  )

const retractCopy = (until: Day): string =>
  `Si cambias de opinión, puedes retractarte sin costo hasta el ${dayLabel(until)}, mientras no te instalemos el servicio. Hazlo en el portal o comunícate con nosotros.`

/** The reaction that sends the client the copy of a signed contract: a job, so that drawing and sending are after the commit. */
export const mailCopy: ReactionToOne = ({ name, companyId, entityId, after }) => {
  const no = after?.no_contract
  const version = after?.version
  if (name !== 'contract.signed' || entityId === null || typeof no !== 'string' || typeof version !== 'number')
    return { with: [], select: [] }
  const payload = JSON.stringify({ company_id: companyId, contract_id: entityId, no_contract: no, version })
  const key = `contract.copy:${entityId}:${version}`
  return {
    with: [sql`signed_contract as (select 1)`],
    select: [sql`select enqueue('contract.copy', ${payload}::json, ${key}::text) from signed_contract`],
  }
}

const Payload = z.object({
  company_id: z.uuid(),
  contract_id: z.uuid(),
  no_contract: z.string(),
  version: z.number(),
})

/** Sends the copy of a signed contract to its client, when it has an address. A second try sends the same message id. */
async function sendCopy(world: World, payload: unknown): Promise<void> {
  const { company_id, contract_id, no_contract, version } = z.parse(Payload, payload)
  const today = dayOf(world.clock())
  const scope = { ...SYSTEM, companyId: company_id, isReadOnly: true }
  const found = await inTransaction(world.pool, 'enlace_app', scope, async (tx) => {
    const actor = { role: 'financial', userId: '', name: SYSTEM.actorName } as const
    const contract = await findContract(tx, { today, actor }, no_contract)
    const to = await getClientEmail(tx, contract.client_id)
    if (to === null) return null
    const company = await getSigningCompany(tx)
    const content = await readDocument(tx, contract, version, today)
    const signed = content.contract.version
    const isOpen = contract.signed_at !== null && isDistance(signed?.channel ?? null)
    const rules = retractionRulesOn(await readParameters(tx), today)
    const retractUntil = isOpen && contract.signed_at ? lastDayToRetract(dayOf(contract.signed_at), rules) : null
    return { to, contract, company, content, retractUntil }
  })
  if (found === null) return
  const { to, contract, company, content, retractUntil } = found
  const { file } = await pdfReply(world, company_id, content)
  const email = copyEmail({
    companyName: company.name,
    brand: brandOf(company.color_code),
    clientName: contract.client_name,
    no_contract,
    retractUntil,
    url: `${world.config.publicUrl}${paths.view('contract', no_contract)}`,
  })
  await world.mailer.send({
    id: `${contract_id}-v${version}`,
    to,
    ...email,
    ...(company.email === null ? {} : { replyTo: company.email }),
    attachments: [file],
  })
}

export const contractMailTasks = { 'contract.copy': sendCopy } satisfies Record<string, Task>
