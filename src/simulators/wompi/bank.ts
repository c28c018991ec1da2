import type { ServerResponse } from 'node:http'
import type { StoredLink } from './links.ts'
import type { Ending } from './rules.ts'
import { beginOnPage, finishTransaction, type SimulatorState, type StoredTransaction } from './state.ts'

const CHOICES: readonly { value: Ending; label: string }[] = [
  { value: 'APPROVED', label: 'Aprobar el pago' },
  { value: 'DECLINED', label: 'Rechazar el pago' },
  { value: 'ERROR', label: 'Simular un error' },
]

/** What happens at the counter. */
const AT_COUNTER: typeof CHOICES = [
  { value: 'APPROVED', label: 'Recibir el efectivo' },
  { value: 'DECLINED', label: 'Dejar vencer el comprobante' },
]

/**
 * The counter of a correspondent, only of this simulator: the two numbers of a slip find its payment, and the page ends it. With wrong
 * numbers it ends nothing.
 */
export function counterPage(state: SimulatorState, method: string, text: string, response: ServerResponse): void {
  const typed = new URLSearchParams(text)
  if (method !== 'POST') return void response.writeHead(200, HTML).end(page(COUNTER, counterForm('')))
  const transaction = [...state.stored.values()].find(
    ({ slip }) =>
      slip?.business_agreement_code === typed.get('agreement') &&
      slip?.payment_intention_identifier === typed.get('intention'),
  )
  const chosen = AT_COUNTER.find(({ value }) => value === typed.get('ending'))
  if (!transaction || !chosen || transaction.status !== 'PENDING') {
    const problem = transaction?.status === 'PENDING' ? 'Elige qué pasa' : 'No hay un pago por recibir con esos números'
    return void response.writeHead(422, HTML).end(page(COUNTER, counterForm(`<p>${problem}</p>`)))
  }
  finishTransaction(state, transaction, chosen.value)
  const done = `<p>${chosen.label}: ${pesos(transaction.amount_in_cents)}, referencia ${escaped(transaction.reference)}.</p>`
  return void response.writeHead(200, HTML).end(page(COUNTER, done))
}

const COUNTER = 'Corresponsal de pruebas'

const counterForm = (problem: string): string => `
  ${problem}<p>Es un simulador: ningún dinero se mueve.</p>
  <form method="post"><p><label>Convenio <input name="agreement" inputmode="numeric"></label></p>
  <p><label>Número de pago <input name="intention" inputmode="numeric"></label></p>
  ${buttonsOf(AT_COUNTER)}</form>`

const buttonsOf = (choices: readonly { value: string; label: string }[]): string =>
  choices.map(({ value, label }) => `<button name="ending" value="${value}">${label}</button>`).join('')

/** The page of the bank of PSE, or of Bancolombia: the payer chooses the result and is redirected. */
export function bankPage(
  state: SimulatorState,
  method: string,
  url: URL,
  text: string,
  response: ServerResponse,
): void {
  const ticket = url.searchParams.get('ticket_id') ?? url.searchParams.get('transferCode') ?? ''
  const transaction = state.stored.get(ticket)
  if (!transaction) return void response.writeHead(404, HTML).end(page('Este pago no existe', ''))
  const chosen = CHOICES.find(({ value }) => value === new URLSearchParams(text).get('ending'))
  if (method !== 'POST' || !chosen)
    return void response.writeHead(200, HTML).end(page(titleOf(transaction), form(transaction)))
  finishTransaction(state, transaction, chosen.value)
  return void response.writeHead(303, { location: returnUrl(transaction) }).end()
}

/** What the payer does on the page of a link. */
const ON_PAGE: readonly { value: Ending | 'PENDING'; label: string }[] = [
  ...CHOICES,
  { value: 'PENDING', label: 'Dejar el pago en proceso' },
]

/**
 * The page of a payment link: each choice is a new transaction. After one that fails the payer may choose again. A page whose time passed, or a
 * single-use one that was paid, takes no payment.
 */
export function linkPage(
  state: SimulatorState,
  method: string,
  url: URL,
  text: string,
  response: ServerResponse,
): void {
  const link = state.links.get(url.pathname.replace('/l/', ''))
  if (!link) return void response.writeHead(404, HTML).end(page('Este link no existe', ''))
  const tries = [...state.stored.values()].filter(({ payment_link_id }) => payment_link_id === link.id)
  const isPaid = link.single_use && tries.some(({ status }) => status === 'APPROVED')
  const isLate = link.expires_at ? Date.parse(link.expires_at) <= Date.now() : false
  if (isPaid || isLate) return void response.writeHead(422, HTML).end(page('Este link ya no recibe pagos', ''))
  const chosen = ON_PAGE.find(({ value }) => value === new URLSearchParams(text).get('ending'))
  if (method !== 'POST' || !chosen) return void response.writeHead(200, HTML).end(page(PAGE_TITLE, pageForm(link, '')))
  const transaction = beginOnPage(state, link)
  const { value } = chosen
  if (value !== 'PENDING') finishTransaction(state, transaction, value)
  if (value === 'DECLINED' || value === 'ERROR') {
    const back = `<p>El pago no se aprobó. Escoge otra vez${link.redirect_url ? `, o <a href="${escaped(returnUrl(transaction))}">vuelve al comercio</a>` : ''}.</p>`
    return void response.writeHead(200, HTML).end(page(PAGE_TITLE, pageForm(link, back)))
  }
  if (!link.redirect_url) return void response.writeHead(200, HTML).end(page('Listo', ''))
  return void response.writeHead(303, { location: returnUrl(transaction) }).end()
}

const PAGE_TITLE = 'Wompi de pruebas'

const pageForm = ({ merchant, name, description, amount_in_cents }: StoredLink, before: string): string => `
  ${before}<p>${escaped(name)}, a ${escaped(merchant.name)}, por <strong>${pesos(amount_in_cents ?? 0)}</strong>.</p>
  <p>${escaped(description)}. Es un simulador: ningún dinero se mueve.</p>
  <form method="post">${buttonsOf(ON_PAGE)}</form>`

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *",
}

const titleOf = ({ method }: StoredTransaction): string =>
  method.type === 'BANCOLOMBIA_TRANSFER' ? 'Bancolombia de pruebas' : 'Banco de pruebas'

/** Bancolombia returns to the address of the shop; whether that has the id is not known, so it has none. */
function returnUrl(transaction: StoredTransaction): string {
  if (transaction.method.type === 'BANCOLOMBIA_TRANSFER') return transaction.method.ecommerce_url
  const target = new URL(transaction.redirect_url ?? 'about:blank')
  target.searchParams.set('id', transaction.id)
  return target.href
}

const pesos = (cents: number): string =>
  new Intl.NumberFormat('es-CO', { style: 'currency', currency: 'COP' }).format(cents / 100)

const form = (transaction: StoredTransaction): string => `
  <p>Pago a ${escaped(transaction.merchant.name)} por <strong>${pesos(transaction.amount_in_cents)}</strong>.</p>
  <p>Referencia ${escaped(transaction.reference)}. Es un simulador: ningún dinero se mueve.</p>
  <form method="post">${buttonsOf(CHOICES)}</form>`

const page = (title: string, body: string): string => `<!doctype html><html lang="es"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
  <style>body{font:16px/1.5 system-ui;max-width:28rem;margin:2rem auto;padding:0 1rem}button{display:block;width:100%;min-height:48px;margin:.5rem 0;font:inherit}</style>
  <h1>${title}</h1>${body}`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
