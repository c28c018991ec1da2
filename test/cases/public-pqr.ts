import * as z from 'zod/mini'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { casesOf, fileWire, SAMPLE_PDF, type Sample } from './case.ts'
import { newCase } from './filed.ts'

/** Makes documents that no other person has: internal references of two companies are equal. */
let cedulas = 70_000_000

/** A number that is none: the searches of all callers would wait for each other. */
const NO_CASE = { cun: '4488-26', identification: '123456', company: '999999999' }
const NO_NUMBER = {
  anyone: 400,
  superadmin: 400,
  admin: 400,
  financial: 400,
  technical: 400,
  network: 400,
  client: 400,
}

export const publicCases = casesOf(publicPqrApi, {
  // A number that is none: the searches of all these callers would wait for each other.
  lookup: {
    may: { anyone: 400, superadmin: 400, admin: 400, financial: 400, technical: 400, network: 400, client: 400 },
    isPublicBecause: 'who filed a case without being a client asks for it with its number and document',
    request: () => ({ query: { cun: '4488-26', identification: '123456' } }),
  },
  appeal: {
    may: NO_NUMBER,
    isPublicBecause: 'who filed a case without being a client appeals with its number and document (R3.7)',
    request: () => ({ body: { ...NO_CASE, kind: 'reposicion', text: 'No es cierto' } }),
    sample: async (t, company) => {
      const proof = await publicCase(t, company)
      const by = await company.person('financial')
      const [filed] = (await by.call(pqrApi.list, { query: { q: proof.identification } })).data
      const body = { text: 'Revisamos la red.', decision: 'contra' }
      await by.call(pqrApi.answer, { params: { id: filed?.id ?? '' }, body })
      return { by: null, wire: { body: { ...proof, kind: 'reposicion', text: 'No es cierto' } } }
    },
  },
  message: {
    may: NO_NUMBER,
    isPublicBecause: 'who filed a case without being a client sends the data that it is asked for',
    request: () => ({ body: { ...NO_CASE, text: 'Pasa en las noches' } }),
    sample: async (t, company) => ({
      by: null,
      wire: { body: { ...(await publicCase(t, company)), text: 'Pasa en las noches' } },
    }),
  },
  // Of a company that is none: the files of all these callers would count together.
  upload: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'who files a case without a session adds its photos and documents (R3.1)',
    request: () => fileWire('prueba.pdf', SAMPLE_PDF, 'file', { company: '999999999' }),
  },
  // A key that is none: that of a case is of who filed it.
  receipt: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'who files without a session and without an e-mail downloads the receipt at once (R3.2)',
    request: () => ({ params: { token: 'x'.repeat(70) } }),
  },
  submit: {
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
  const filed = await t.ask(publicPqrApi.submit, { body: { pqr } })
  const { reference } = z.parse(z.object({ reference: z.string() }), filed.json.data)
  return { cun: reference, identification: String(cedulas), company: rows[0]?.nit ?? '' }
}
