import { addDays, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { cunOf } from '#domain/pqr/cun.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import { pqrPresenceApi } from '#domain/pqr/presence-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { pqrUploadApi } from '#domain/pqr/upload-api.ts'
import { replyAddress } from '#server/pqr/reply-address.ts'
import { billed } from './billed.ts'
import { casesOf, fileWire, filter, own, type Request, type Roles, SAMPLE_PDF, type Sample, theirs } from './case.ts'
import { contractCase, filedCase, newCase } from './filed.ts'
import { fromMailServer, mailOf, mailWire } from './mails.ts'
import { publicCases } from './public-pqr.ts'

const TEXT = 'Revisamos la red y ya quedó bien.'

/** A call about a case that a client filed before. `first`: what happened to it. */
const onCase =
  (
    body: object,
    { first = async () => undefined, fields = {} }: { first?: (of: Opened) => Promise<unknown>; fields?: object } = {},
  ): Sample =>
  async (t, company) => {
    const { by, client, filed } = await filedCase(t, company, { ...fields })
    await first({ by, client, params: { id: filed.id }, t, company })
    return { by, wire: { params: { id: filed.id }, body } }
  }

type Opened = Pick<Awaited<ReturnType<typeof filedCase>>, 'by' | 'client'> & {
  params: { id: string }
  t: Parameters<Sample>[0]
  company: Parameters<Sample>[1]
}

const answer = ({ by, params }: Opened) => by.call(pqrApi.answer, { params, body: { text: TEXT, decision: 'contra' } })
const appeal = async (of: Opened) => {
  await answer(of)
  await of.client.call(pqrApi.appeal, {
    params: of.params,
    body: { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' },
  })
  await of.by.call(pqrApi.answer, { params: of.params, body: { text: TEXT, decision: 'contra' } })
}
const transfer = async (of: Opened) => {
  await appeal(of)
  await of.by.call(pqrApi.escalate, { params: of.params, body: {} })
}
const BILLING = { fields: { typology: 'facturacion' } }

/** Makes operator codes and numbers that no other company has. */
let codes = 5_000
const staff = (status: number): Roles => ({ financial: theirs(status), technical: theirs(status) })
const everyone = (status: number): Roles => ({ ...staff(status), client: own(status) })
const onIts: Request = (its) => ({ params: { id: its.pqr } })
/** The desk says by which channel a case came. */
const withoutChannel = [400, 400, 400, 400] as const
const found: Roles = { financial: filter, technical: filter, client: filter }

const caseCases = casesOf(pqrApi, {
  list: {
    may: { financial: 200, technical: 200, client: 200 },
    with: { client_id: { may: found }, q: { may: found }, no_contract: { may: found } },
  },
  create: {
    may: { client: own(201), financial: withoutChannel, technical: withoutChannel },
    sample: async (t, company) => {
      const { client } = await filedCase(t, company)
      return { by: client, wire: { body: { pqr: newCase('Otra queja') } } }
    },
    request: (its) => ({ body: { pqr: { ...newCase(`De ${its.session}`), no_contract: its.contract } } }),
    with: {
      client_id: {
        may: { financial: theirs(201), technical: theirs(201) },
        request: (its) => ({
          body: { pqr: { ...newCase(`Por teléfono ${its.session}`), client_id: its.client, channel: 'telefono' } },
        }),
      },
      // The tests of that report reach the contracted speed: it is found, and not cited.
      report_id: {
        may: { client: own(422), financial: withoutChannel, technical: withoutChannel },
        request: (its) => ({
          body: { pqr: { ...newCase(`Cita ${its.session}`), no_contract: its.contract, report_id: its.report } },
        }),
      },
      received_on: {
        may: { financial: theirs(201), technical: theirs(201) },
        request: (its) => {
          const wrote = { ...newCase(`Llegó hoy ${its.session}`), client_id: its.client, channel: 'oficina' }
          return { body: { pqr: { ...wrote, received_on: dayOf(new Date()) } } }
        },
      },
    },
  },
  get: { may: everyone(200), request: onIts },
  take: { may: staff(200), sample: onCase({}) },
  assign: {
    may: staff(200),
    sample: async (t, company) => {
      const { by, filed } = await filedCase(t, company)
      const other = await company.person('technical')
      return { by, wire: { params: { id: filed.id }, body: { user_id: other.id } } }
    },
  },
  people: { may: { financial: 200, technical: 200 } },
  classify: { may: staff(200), sample: onCase({ typology: 'calidad' }) },
  message: { may: everyone(200), sample: onCase({ text: 'Gracias' }) },
  requestInfo: { may: staff(200), sample: onCase({ text: '¿A qué hora pasa?' }) },
  files: {
    may: everyone(200),
    sample: async (t, company) => {
      const { by, filed } = await filedCase(t, company)
      return { by, wire: { params: { id: filed.id }, ...fileWire('prueba.pdf', SAMPLE_PDF) } }
    },
  },
  file: { may: everyone(200), request: (its) => ({ params: { id: its.pqr, file_id: its.pqrFile } }) },
  extend: { may: staff(200), sample: onCase({ reason: 'Falta la medición de la red' }) },
  answer: { may: staff(200), sample: onCase({ text: TEXT, decision: 'contra' }) },
  appeal: {
    may: everyone(200),
    sample: onCase({ kind: 'reposicion', text: 'No es cierto' }, { first: answer }),
    // A day that is refused: a case takes one appeal, and each role makes the call on the same case.
    with: {
      received_on: {
        may: staff(422),
        request: (its) => ({
          params: { id: its.pqr },
          body: { kind: 'reposicion', text: 'No es cierto', received_on: addDays(dayOf(new Date()), 2) },
        }),
      },
    },
  },
  escalate: { may: staff(200), sample: onCase({}, { first: appeal, ...BILLING }) },
  deliver: {
    may: staff(200),
    // The day is that of the call: a run may pass midnight.
    sample: (t, company) =>
      onCase({ delivered_on: dayOf(new Date()) }, { first: answer, fields: { response_channel: 'telefono' } })(
        t,
        company,
      ),
  },
  sicDecision: {
    may: staff(200),
    sample: onCase({ outcome: 'confirma', text: 'Resolución 123' }, { first: transfer, ...BILLING }),
  },
  task: {
    may: staff(200),
    sample: async (t, company) => {
      const { by, filed } = await filedCase(t, company)
      const { rows } = await t.owner.query<{ id: string }>(
        `insert into pqr_tasks (company_id, case_id, text, due_at) values ($1, $2, 'Devolver', now()) returning id`,
        [company.id, filed.id],
      )
      return { by, wire: { params: { id: filed.id, task_id: rows[0]?.id ?? '' }, body: {} } }
    },
  },
  visit: {
    may: staff(201),
    sample: async (t, company) => {
      const { by, params } = await contractCase(t, company)
      return { by, wire: { params, body: { visit: { kind: 'revision', day: dayOf(t.world.clock()) } } } }
    },
  },
  rate: {
    may: { client: own(200) },
    sample: async (t, company) => {
      const { by, client, filed } = await filedCase(t, company)
      const params = { id: filed.id }
      await by.call(pqrApi.answer, { params, body: { text: TEXT, decision: 'favor' } })
      return { by: client, wire: { params, body: { satisfaction: 5 } } }
    },
  },
  close: {
    may: everyone(200),
    sample: onCase(
      {},
      {
        first: async ({ t, params, by }) => {
          await by.call(pqrApi.answer, { params, body: { text: TEXT, decision: 'favor' } })
          await t.owner.query(`update pqr_cases set appeal_until = '2026-01-01' where id = $1`, [params.id])
        },
        // Its answer is read in the portal: no e-mail starts its term.
        fields: { response_channel: 'portal' },
      },
    ),
  },
  withdraw: {
    may: { client: own(200), financial: theirs(400), technical: theirs(400) },
    sample: async (t, company) => {
      const { client, filed } = await filedCase(t, company)
      return { by: client, wire: { params: { id: filed.id }, body: { reason: 'Ya me lo arreglaron' } } }
    },
    // The case of the fixtures is answered: the staff reaches the reason why it is not withdrawn.
    with: {
      channel: {
        may: { ...staff(409), client: own(403) },
        request: (its) => ({
          params: { id: its.pqr },
          body: { channel: 'telefono', reason: 'Llamó: ya no la necesita' },
        }),
      },
    },
  },
  linkInvoice: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const { by, clientId, invoiceId } = await billed(t, company)
      const pqr = { ...newCase('Cobro de más'), client_id: clientId, channel: 'telefono' }
      const { data } = await by.call(pqrApi.create, { body: { pqr } })
      return { by, wire: { params: { id: data.id }, body: { invoice_id: invoiceId } } }
    },
  },
  setCun: {
    may: staff(200),
    sample: async (t, company) => {
      codes += 1
      return onCase({ cun: cunOf('4331', dayOf(t.world.clock()), codes) })(t, company)
    },
  },
  constancia: { may: everyone(200), request: onIts },
  answerPdf: { may: everyone(200), request: onIts },
  pdf: { may: everyone(200), request: onIts },
  zip: { may: staff(200), request: onIts },
})

const uploadCases = casesOf(pqrUploadApi, {
  upload: { may: { client: 200, financial: 200, technical: 200 }, request: () => fileWire('prueba.pdf', SAMPLE_PDF) },
})

const claimCases = casesOf(pqrClaimApi, {
  raise: {
    may: { client: own(200), financial: theirs(200) },
    sample: async (t, company) => {
      const { userId, invoiceId } = await billed(t, company)
      const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
      const by = t.as(await t.session(user), user)
      const pqr = { ...newCase('Cobro de más'), invoice_id: invoiceId, amount: 1_000 }
      const { data } = await by.call(pqrApi.create, { body: { pqr } })
      return { by, wire: { params: { id: data.id }, body: { amount: 2_000, text: 'También la visita' } } }
    },
  },
})

const template = (name: string) => ({ template: { name, text: 'Buenos días, {{nombre}}' } })
const onTemplate =
  (body?: object): Sample =>
  async (_t, company) => {
    const by = await company.person('financial')
    const { data } = await by.call(pqrTemplateApi.create, { body: template('Recibida') })
    return { by, wire: { params: { id: data.id }, ...(body && { body }) } }
  }

let names = 0
const templateCases = casesOf(pqrTemplateApi, {
  list: { may: { financial: 200, technical: 200 } },
  create: {
    may: { financial: 201, technical: 201 },
    sample: async (_t, company) => {
      names += 1
      return { by: await company.person('financial'), wire: { body: template(`Plantilla ${names}`) } }
    },
    request: () => {
      names += 1
      return { body: template(`Plantilla ${names}`) }
    },
  },
  update: { may: staff(200), sample: onTemplate(template('Otra')) },
  remove: { may: staff(200), sample: onTemplate() },
})

const inboundCases = casesOf(pqrInboundApi, {
  // Every caller but the mail server, whose token is of no user, finds nothing at this address.
  receive: {
    may: { anyone: 404, superadmin: 404, admin: 404, financial: 404, technical: 404, network: 404, client: 404 },
    isPublicBecause: 'the mail server of the platform delivers replies with its own token',
    request: (its) => mailWire(Buffer.from(`From: ${its.cedula}@correo.test\r\n\r\nHola`)),
    sample: async (t, company) => {
      const { filed } = await filedCase(t, company)
      const to = replyAddress(t.world.config, filed.id) ?? ''
      return { by: null, wire: fromMailServer(t, mailOf({ to, text: 'Ya revisé.' })) }
    },
  },
})

/** A range of an operator code that no other company has. */
const newRange = () => {
  codes += 1
  return { range: { year: 2031, operator_code: String(codes), first: 1, last: 100 } }
}
const CODE = { code: { list: 'typology', key: 'calidad', code: '7' } }

const regulatorCases = casesOf(pqrRegulatorApi, {
  format: {
    may: { admin: 200, financial: 200 },
    request: () => ({ params: { format: 'T.4.2' }, query: { year: '2026', quarter: '4' } }),
  },
  formatFile: {
    may: { admin: 200, financial: 200 },
    request: () => ({ params: { format: 'T.4.3' }, query: { year: '2026', quarter: '4', format: 'csv' } }),
  },
  ranges: { may: { admin: 200, financial: 200 } },
  saveRange: {
    may: { admin: 200 },
    sample: async (_t, company) => ({ by: await company.person('admin'), wire: { body: newRange() } }),
  },
  codes: { may: { admin: 200, financial: 200 } },
  saveCode: {
    may: { admin: 200 },
    sample: async (_t, company) => ({ by: await company.person('admin'), wire: { body: CODE } }),
  },
})

const presenceCases = casesOf(pqrPresenceApi, {
  record: { may: staff(200), request: (its) => ({ params: { id: its.pqr }, body: { doing: 'reading' } }) },
})

export const pqrCases = [
  ...caseCases,
  ...claimCases,
  ...uploadCases,
  ...presenceCases,
  ...inboundCases,
  ...templateCases,
  ...publicCases,
  ...regulatorCases,
]
