import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { NewAgreement, NewPromise, PaymentAgreement, PaymentPromise, PromiseOffer } from './promise.ts'

const desk = ['financial'] as const
const everyone = ['client', 'financial'] as const
const params = z.object({ id: z.uuid() })

export const promiseApi = api({
  offer: {
    method: 'GET',
    path: '/promise/offer',
    summary: 'Qué contratos tienen deuda vencida y qué puede prometer cada uno; el cliente ve los suyos',
    roles: everyone,
    clientRows: 'data',
    query: z.strictObject({ client_id: z.optional(z.uuid()) }),
    reply: z.object({ data: z.array(PromiseOffer) }),
  },
  promises: {
    method: 'GET',
    path: '/promise',
    summary: 'Las promesas de pago, la última primero; el cliente ve las suyas',
    roles: everyone,
    clientRows: 'data',
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(z.enum(['open', 'kept', 'broken', 'cancelled'])),
    }),
    reply: z.object({ data: z.array(PaymentPromise), meta: PageMeta }),
  },
  promise: {
    method: 'POST',
    path: '/promise',
    summary: 'Promete pagar lo vencido de un contrato un día: hasta ese día no se corta',
    roles: everyone,
    status: 201,
    body: z.strictObject({ promise: NewPromise }),
    reply: z.object({ data: PaymentPromise, message: z.string() }),
  },
  cancelPromise: {
    method: 'POST',
    path: '/promise/:id/cancel',
    summary: 'Cancela una promesa que se registró por error',
    roles: desk,
    params,
    reply: z.object({ data: PaymentPromise, message: z.string() }),
  },
  agreements: {
    method: 'GET',
    path: '/agreement',
    summary: 'Los acuerdos de pago en cuotas, el último primero, con lo pagado de cada cuota; el cliente ve los suyos',
    roles: everyone,
    clientRows: 'data',
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(PaymentAgreement), meta: PageMeta }),
  },
  agree: {
    method: 'POST',
    path: '/agreement',
    summary: 'Acuerda en cuotas todo lo que debe un contrato: mientras cumple no se corta ni cuenta como mora',
    roles: desk,
    status: 201,
    body: z.strictObject({ agreement: NewAgreement }),
    reply: z.object({ data: PaymentAgreement, message: z.string() }),
  },
  cancelAgreement: {
    method: 'POST',
    path: '/agreement/:id/cancel',
    summary: 'Cancela un acuerdo: lo que falta vuelve a contar como deuda vencida',
    roles: desk,
    params,
    reply: z.object({ data: PaymentAgreement, message: z.string() }),
  },
})
