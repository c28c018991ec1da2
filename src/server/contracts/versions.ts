import * as z from 'zod/mini'
import type { contractApi } from '#domain/contracts/api.ts'
import { SignatureMark } from '#domain/contracts/signature.ts'
import { signedText } from '#domain/contracts/signed-text.ts'
import type { ContractText, ContractVersion, VersionSignature } from '#domain/contracts/version.ts'
import type { Day } from '#domain/core/days.ts'
import { notFound } from '#domain/core/refusal.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx, World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { findContract } from './contract-change.ts'
import { type ContractDocument, contractPdf } from './contract-pdf.ts'
import type { ContractRow } from './contract-queries.ts'
import { readOfferedTerms, readSignedTerms } from './contract-terms.ts'
import { textHash } from './kept-versions.ts'
import { getVersion, listFalseVersions, listVersions, type SignatureRow } from './version-queries.ts'

/** The kept versions of a contract, the newest first (CON-04, R2.20). */
export const versions: Verb<typeof contractApi.versions> = (ctx, { params }) =>
  ctx.tx(async (tx) => ({ data: await listVisible(tx, ctx, await findContract(tx, ctx, params.no)) }))

/** The text of a version; of the newest without one. */
export const text: Verb<typeof contractApi.text> = (ctx, { params, query }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    await assertVisible(tx, ctx, contract, query.version)
    return { data: await readText(tx, contract, query.version ?? null, ctx.today) }
  })

/** The PDF of a version; of the newest without one. */
export const pdf: Verb<typeof contractApi.pdf> = async (ctx, { params, query }) => {
  const content = await ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    await assertVisible(tx, ctx, contract, query.version)
    return readDocument(tx, contract, query.version ?? null, ctx.today)
  })
  return pdfReply(ctx.world, ctx.companyId, content)
}

/** The versions that a caller may read, the newest first: a client reads none of the holder before a cession. */
async function listVisible(tx: Tx, { actor }: Ctx, { id }: ContractRow): Promise<ContractVersion[]> {
  const all = await listVersions(tx, id)
  const cession = actor.role === 'client' ? all.findIndex(({ reason }) => reason === 'cession') : -1
  return cession === -1 ? all : all.slice(0, cession + 1)
}

async function assertVisible(tx: Tx, ctx: Ctx, contract: ContractRow, version: number | undefined): Promise<void> {
  if (version === undefined) return
  if (!(await listVisible(tx, ctx, contract)).some((one) => one.version === version))
    throw notFound(`El contrato ${contract.no_contract} no tiene la versión ${version}`)
}

/** The kept texts of a company that are not what its clients accepted; for `bin/enlace audit verify`. */
export const listFalseTexts = listFalseVersions

/** The content of the PDF of a contract. */
export async function readDocument(
  tx: Tx,
  contract: ContractRow,
  version: number | null,
  today: Day,
): Promise<ContractDocument> {
  return { issuer: await readLetterhead(tx), contract: await readText(tx, contract, version, today) }
}

/** The PDF, stored or new. Call it outside a transaction: drawing is slow. */
export async function pdfReply(world: World, companyId: string, content: ContractDocument) {
  const bytes = await storedWithLogo(world, companyId, content, (logo) => contractPdf(content, logo))
  return { file: { name: fileName(content.contract), type: 'application/pdf', bytes } }
}

/** 'contrato-AF-000123-v2.pdf'. */
const fileName = ({ no_contract, version, is_draft }: ContractText): string => {
  const suffix = version === null ? (is_draft ? '-borrador' : '') : `-v${version.version}`
  return `contrato-${no_contract}${suffix}.pdf`
}

/**
 * A kept version, or the text of today for a contract without one: a draft, or a contract that came signed from another system. Throws
 * a Refusal 'not_found' for a version that the contract does not have.
 */
async function readText(tx: Tx, contract: ContractRow, version: number | null, today: Day): Promise<ContractText> {
  const { id, no_contract } = contract
  const kept = await getVersion(tx, id, version)
  if (kept) {
    const { signature } = kept
    return {
      no_contract,
      is_draft: false,
      can_be_signed: false,
      version: kept.version,
      signature: signature && signatureOf(signature),
      text: kept.text,
      text_hash: kept.version.text_hash,
    }
  }
  if (version !== null) throw notFound(`El contrato ${no_contract} no tiene la versión ${version}`)
  const is_draft = contract.signed_at === null
  const terms = is_draft
    ? (await readOfferedTerms(tx, contract, today)).terms
    : await readSignedTerms(tx, contract, { on: today, change: null })
  const shown = signedText(terms)
  return {
    no_contract,
    is_draft,
    can_be_signed: contract.status === 'draft',
    version: null,
    signature: null,
    text: shown,
    text_hash: textHash(shown),
  }
}

const signatureOf = ({ name, identification, signed_at, strokes }: SignatureRow): VersionSignature => ({
  name,
  identification,
  signed_at: signed_at.toISOString(),
  mark: z.parse(SignatureMark, strokes),
})
