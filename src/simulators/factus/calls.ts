import { ZONE } from '#domain/core/days.ts'
import type { FactusKind } from '#domain/providers/factus-document.ts'
import { createDocument } from './create.ts'
import { attachedXml, documentPdf, documentXml, fileName } from './files.ts'
import { conflict, failure, invalid, limited, notFound, ok, type Reply, unauthorized } from './replies.ts'
import {
  type AccountState,
  accountOf,
  documentKey,
  findByNumber,
  overLimit,
  type SimulatorState,
  type StoredDocument,
} from './state.ts'
import { documentView, rangeView, rowView } from './views.ts'

const ROOTS: Readonly<Record<string, FactusKind>> = { bills: 'invoice', 'credit-notes': 'credit_note' }
const PAGE_DEFAULT = 10
const PAGE_MAX = 100

/** The reply to a call with a token, by the paths of v2. */
export async function handleCall(
  state: SimulatorState,
  method: string,
  url: URL,
  header: string | undefined,
  body: unknown,
): Promise<Reply> {
  const own = accountOf(state, header)
  if (own === null) return unauthorized()
  const wait = overLimit(state, own)
  if (wait !== null) return limited(state.perMinute ?? 0, wait)
  const [, version, root = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
  if (version !== 'v2') return notFound()
  if (method === 'GET' && root === 'numbering-ranges' && rest.length === 0)
    return listReply(own.ranges.map(rangeView), url.searchParams)
  const kind = ROOTS[root]
  if (kind === undefined) return notFound()
  if (method === 'POST' && rest.join('/') === 'validate') return createDocument(state, own, kind, body)
  if (method === 'DELETE') return deleteReply(state, own, kind, rest)
  return method === 'GET' ? readReply(own, kind, rest, url.searchParams) : notFound()
}

async function readReply(
  own: AccountState,
  kind: FactusKind,
  [number, action, detail]: string[],
  query: URLSearchParams,
): Promise<Reply> {
  if (number === undefined || number === '') return documentsReply(own, kind, query)
  const document = findByNumber(own, kind, number)
  if (!document) return notFound()
  if (action === undefined) return ok(documentView(own, document))
  if (action === 'radian' && detail === 'events' && kind === 'invoice') return ok(own.events.get(number) ?? [])
  if (!document.is_validated) return failure(404, 'Not found', 'El documento no está validado')
  const base64 = async (bytes: Promise<Buffer> | Buffer): Promise<string> => (await bytes).toString('base64')
  const file_name = fileName(own, document)
  if (action === 'download-pdf') return ok({ file_name, pdf_base_64_encoded: await base64(documentPdf(own, document)) })
  if (action === 'download-xml') return ok({ file_name, xml_base_64_encoded: await base64(documentXml(own, document)) })
  if (action === 'download-attached-document-xml')
    return ok({
      file_name: file_name.replace(/^../, 'ad'),
      xml_base_64_encoded: await base64(attachedXml(own, document)),
    })
  return notFound()
}

function documentsReply(own: AccountState, kind: FactusKind, query: URLSearchParams): Reply {
  const is = (name: string, test: (value: string) => boolean): boolean => {
    const value = query.get(`filter[${name}]`)
    return value === null || test(value)
  }
  const found = [...own.documents.values()].filter(
    (document) =>
      document.kind === kind &&
      // The filters of texts find a part of the value.
      is('reference_code', (value) => document.reference.includes(value)) &&
      is('number', (value) => document.number.includes(value)) &&
      is('status', (value) => value === (document.is_validated ? '1' : '0')) &&
      is('created_at][start_date', (value) => dayIn(document) >= value) &&
      is('created_at][end_date', (value) => dayIn(document) <= value),
  )
  return listReply(found.toReversed().map(rowView), query)
}

const dayIn = ({ created_at }: StoredDocument): string =>
  new Date(created_at).toLocaleDateString('en-CA', { timeZone: ZONE })

function listReply(rows: readonly unknown[], query: URLSearchParams): Reply {
  const size = Math.min(Number(query.get('per_page') ?? query.get('filter[per_page]') ?? PAGE_DEFAULT), PAGE_MAX)
  const page = Number(query.get('page') ?? 1)
  if (!(page >= 1) || !(size >= 1)) return invalid({ page: ['El campo page no es válido.'] })
  return ok({
    data: rows.slice((page - 1) * size, page * size),
    pagination: {
      total: rows.length,
      per_page: size,
      current_page: page,
      last_page: Math.max(1, Math.ceil(rows.length / size)),
      from: rows.length === 0 ? null : (page - 1) * size + 1,
      to: Math.min(page * size, rows.length),
      links: [],
    },
  })
}

/** Only a document that is not validated can be deleted. */
function deleteReply(state: SimulatorState, own: AccountState, kind: FactusKind, rest: string[]): Reply {
  const path = kind === 'invoice' ? ['destroy', 'reference'] : ['reference']
  const reference = rest.at(path.length)
  if (rest.length !== path.length + 1 || reference === undefined || rest.slice(0, -1).join() !== path.join())
    return notFound()
  const key = documentKey(kind, reference)
  const document = own.documents.get(key)
  if (!document) return notFound()
  if (document.is_validated) return conflict(kind)
  own.documents.delete(key)
  state.onChange(own.account.user, key, null)
  return {
    status: 200,
    body: { status: 'OK', message: `Documento con código de referencia ${reference} eliminado con éxito` },
  }
}
