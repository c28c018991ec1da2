import * as z from 'zod/mini'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { casesOf, type Sample } from './case.ts'
import { newCase } from './filed.ts'

/** Makes documents that no other person has: internal references of two companies are equal. */
let cedulas = 70_000_000

export const publicCases = casesOf(publicPqrApi, {
  // A number that is none: the searches of all these callers would wait for each other.
  lookup: {
    may: { anyone: 400, superadmin: 400, admin: 400, financial: 400, technical: 400, network: 400, client: 400 },
    isPublicBecause: 'who filed a case without being a client asks for it with its number and document',
    request: () => ({ query: { cun: '4488-26', identification: '123456' } }),
  },
  withdraw: {
    may: { anyone: 400, superadmin: 400, admin: 400, financial: 400, technical: 400, network: 400, client: 400 },
    isPublicBecause: 'who filed a case without being a client withdraws it with its number and document',
    request: () => ({ body: { cun: '4488-26', identification: '123456' } }),
    sample: async (t, company) => ({ by: null, wire: { body: await publicCase(t, company) } }),
  },
  // A key that is none: that of a case is of who filed it.
  receipt: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'who files without a session and without an e-mail downloads the receipt at once (R3.2)',
    request: () => ({ params: { token: 'x'.repeat(70) } }),
  },
  file: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'anyone may file a petition, also who is no client (R3.1)',
    request: () => ({
      body: {
        pqr: {
          ...newCase(),
          company: '999999999',
          petitioner: {
            name: 'Ana Ruiz',
            type_identification: 'CC',
            identification: '1020304050',
            email: 'ana@correo.test',
          },
        },
      },
    }),
    sample: async (t, company) => {
      const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [company.id])
      const petitioner = {
        name: 'Ana Ruiz',
        type_identification: 'CC',
        identification: '1020304050',
        email: 'ana@correo.test',
      }
      return { by: null, wire: { body: { pqr: { ...newCase(), company: rows[0]?.nit ?? '', petitioner } } } }
    },
  },
})

/** The number of a case that was filed without a session, with the document of its person. */
async function publicCase(t: Parameters<Sample>[0], company: Parameters<Sample>[1]) {
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [company.id])
  cedulas += 1
  const petitioner = {
    name: 'Ana Ruiz',
    type_identification: 'CC',
    identification: String(cedulas),
    email: 'ana@correo.test',
  }
  const pqr = { ...newCase(), company: rows[0]?.nit ?? '', petitioner }
  const filed = await t.ask(publicPqrApi.file, { body: { pqr } })
  const { reference } = z.parse(z.object({ reference: z.string() }), filed.json.data)
  return { cun: reference, identification: String(cedulas) }
}
