import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { lineOfText } from '#domain/core/text.ts'
import { PROVIDER_TYPES, SCREEN_IDS } from '#domain/integrations/online-method.ts'
import { Acceptance, Bank, Debts, NewPayment, PaymentAttempt } from './online.ts'
import { PAYMENT_METHODS, Payment } from './payment.ts'
import { PaymentCase, TRANSACTION_STATUSES, Transaction } from './transaction.ts'

/** The sort keys of a list of transactions. */
export const TRANSACTION_SORTS = ['at'] as const

const client = ['client'] as const
const both = ['client', 'financial'] as const
const params = z.object({ id: z.uuid() })
const AttemptReply = z.object({ data: PaymentAttempt })

export const paymentApi = api({
  debts: {
    method: 'GET',
    path: '/payment/debts',
    summary: 'Lo que debe quien pregunta, y cómo puede pagarlo',
    roles: client,
    reply: z.object({ data: Debts }),
  },
  methods: {
    method: 'GET',
    path: '/payment/methods',
    summary: 'Los medios de pago en línea de la empresa',
    roles: client,
    reply: z.object({
      data: z.object({
        is_available: z.boolean(),
        minimum: Pesos,
        methods: z.array(z.object({ id: z.enum(SCREEN_IDS), type: z.enum(PROVIDER_TYPES), name: z.string() })),
      }),
    }),
  },
  banks: {
    method: 'GET',
    path: '/payment/banks',
    summary: 'Los bancos de PSE',
    roles: client,
    reply: z.object({ data: z.array(Bank) }),
  },
  acceptance: {
    method: 'GET',
    path: '/payment/acceptance',
    summary: 'Los dos documentos del proveedor que acepta quien paga',
    roles: client,
    reply: z.object({ data: Acceptance }),
  },
  create: {
    method: 'POST',
    path: '/payment',
    summary: 'Empieza a pagar en línea una o varias facturas; la misma llave devuelve el mismo pago',
    roles: client,
    status: 201,
    idempotency: 'own',
    body: z.strictObject({ payment: NewPayment }),
    reply: AttemptReply,
  },
  get: {
    method: 'GET',
    path: '/payment/:id',
    summary: 'Cómo va un pago en línea',
    roles: both,
    params,
    reply: AttemptReply,
  },
  verify: {
    method: 'POST',
    path: '/payment/:id/verify',
    summary: 'Pregunta ya mismo al proveedor cómo va un pago',
    roles: both,
    idempotency: 'own',
    params,
    reply: AttemptReply,
  },
  chargeback: {
    method: 'POST',
    path: '/payment/:id/chargeback',
    summary:
      'Registra que Wompi devolvió el dinero de un pago aprobado (contracargo): reversa su recibo y pide la contraseña reciente',
    stepUp: true,
    roles: ['financial'],
    status: 201,
    idempotency: 'required',
    params,
    body: z.strictObject({ reason: lineOfText('Escribe qué informó Wompi', 160) }),
    reply: z.object({ data: PaymentAttempt, message: z.string() }),
  },
  voucher: {
    method: 'GET',
    path: '/payment/:id/voucher',
    summary: 'El comprobante en PDF de un recibo, de un pago en línea aprobado o de una devolución',
    clientRows: 'one',
    roles: both,
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
  transactions: {
    method: 'GET',
    path: '/transaction',
    summary: 'Todos los intentos y recibos; los propios, para quien es cliente',
    clientRows: 'data',
    roles: both,
    query: z.strictObject({
      ...pagingQuery,
      ...sortQuery(TRANSACTION_SORTS),
      client_id: z.optional(z.uuid()),
      is_online: z.optional(z.enum(['true', 'false'])),
      method: z.optional(z.enum(PAYMENT_METHODS)),
      status: z.optional(z.enum(TRANSACTION_STATUSES)),
      from: z.optional(DayText),
      to: z.optional(DayText),
    }),
    reply: z.object({ data: z.array(Transaction), meta: z.optional(PageMeta) }),
  },
  receipt: {
    method: 'GET',
    path: '/receipt/:id',
    summary: 'Un recibo: lo que entró y qué pagó',
    clientRows: 'one',
    roles: both,
    params,
    reply: z.object({ data: Payment }),
  },
  sendReceipt: {
    method: 'POST',
    path: '/receipt/:id/send',
    summary: 'Envía un recibo al correo del cliente',
    roles: ['financial'],
    params,
    reply: z.object({ data: z.object({ id: z.uuid(), number: z.number(), to: z.string() }), message: z.string() }),
  },
  cases: {
    method: 'GET',
    path: '/payment-case',
    summary: 'Lo que una persona debe revisar de los pagos en línea',
    roles: ['financial'],
    reply: z.object({ data: z.array(PaymentCase) }),
  },
  resolve: {
    method: 'POST',
    path: '/payment-case/:id/resolution',
    summary: 'Cierra un caso, con lo que se hizo',
    roles: ['financial'],
    status: 201,
    params,
    body: z.strictObject({ resolution: lineOfText('Escribe qué se hizo', 200) }),
    reply: z.object({ data: PaymentCase, message: z.string() }),
  },
})
