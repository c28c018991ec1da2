import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { fileApi } from '#domain/installations/file-api.ts'
import { makeClient, makeContract } from '../factory.ts'
import { drawnSignature, makeReport, reportBody, reportFields } from '../reporting.ts'
import type { Company, TestApp } from '../world.ts'
import { casesOf, fileWire, filter, own, type Request, type Roles, type Sample, theirs } from './case.ts'

const ABSENT_FILE = '/api/file/01890000-0000-7000-8000-000000000000'

/** A contract that waits for its installation. */
async function toInstall(t: TestApp, company: Company) {
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, {
    status: 'awaiting_installation',
    activeFrom: '2026-01-05',
  })
  return { by: await company.person('technical'), no: no_contract }
}

/** A contract with a report. */
const reported =
  (wire: object): Sample =>
  async (t, company) => {
    const { by, no } = await toInstall(t, company)
    await makeReport(t, by, no)
    return { by, wire: { params: { id: no }, ...wire } }
  }

const writers: Roles = { technical: theirs(200), financial: theirs(200) }
const staff: Roles = { ...writers, network: theirs(200) }

const specifiedCases = casesOf(installationApi, {
  create: {
    // The files of a report are those of its author: for the other callers of the walk the contract is found and they are not.
    may: { technical: theirs(422), financial: theirs(422) },
    request: (its) => ({
      params: { id: its.contract },
      body: {
        installation_log: {
          // Not the order of the reports of the walk: a second one of the day is refused earlier.
          // The device creates the id, so it names no record: a capital is not taken for one.
          ...reportFields({ client_uuid: '01890000-0000-7000-8000-00000000000A', type_order_job: 'retiro' }),
          signature_technical_url: ABSENT_FILE,
          signature_client_url: ABSENT_FILE,
        },
      },
    }),
    sample: async (t, company) => {
      const { by, no } = await toInstall(t, company)
      return { by, wire: { params: { id: no }, body: await reportBody(t, by) } }
    },
  },
  get: { may: staff, request: (its) => ({ params: { id: its.contract } }) },
  addVideo: { may: writers, sample: reported({ body: { evi_vid_url: 'https://video.test/acta' } }) },
})

const contract: Request = (its) => ({ params: { id: its.contract } })
const report: Request = (its) => ({ params: { id: its.report } })
const EQUIPMENT = {
  rows: [{ brand: 'Huawei', serial: '48575443A1B2C3D4', state: 'Nuevo' }, {}, {}],
  technical_data: { antenna_wan_ip: '100.64.1.20', latitude: 6.25, longitude: -75.56 },
}

const otherCases = casesOf(installationReportApi, {
  visit: { may: writers, request: contract },
  reports: { may: staff, request: contract },
  pdf: { may: staff, request: contract },
  saveEquipment: {
    may: { network: theirs(200) },
    sample: async (t, company) => {
      const { wire } = await reported({ body: { equipment: EQUIPMENT } })(t, company)
      return { by: await company.person('network'), wire }
    },
  },
  list: {
    may: { technical: 200, financial: 200, network: 200, client: 200 },
    with: { no_contract: { may: { technical: filter, financial: filter, network: filter, client: filter } } },
  },
  view: { may: { ...staff, client: own(200) }, request: report },
  viewPdf: { may: { ...staff, client: own(200) }, request: report },
  registerRemoval: {
    // Another kind of report: it has no removal.
    may: { financial: theirs(409) },
    request: report,
    sample: async (t, company) => {
      const client = await makeClient(t.owner, company.id)
      const { no_contract } = await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-01-05' })
      const made = await makeReport(t, await company.person('technical'), no_contract, { type_order_job: 'retiro' })
      return { by: await company.person('financial'), wire: { params: { id: made.id } } }
    },
  },
  finishTask: {
    may: { financial: theirs(200) },
    sample: async (t, company) => {
      const client = await makeClient(t.owner, company.id)
      const { no_contract } = await makeContract(t.owner, company.id, client.id, { status: 'draft' })
      const made = await makeReport(t, await company.person('technical'), no_contract)
      const by = await company.person('financial')
      return { by, wire: { params: { id: made.id }, body: { note: 'Se firmó el contrato' } } }
    },
  },
})

const fileCases = casesOf(fileApi, {
  upload: {
    may: { technical: 201, financial: 201 },
    sample: async (_t, company) => ({
      by: await company.person('technical'),
      wire: fileWire('firma.png', await drawnSignature()),
    }),
  },
  get: {
    may: { technical: theirs(200), financial: theirs(200), network: theirs(200), client: own(200) },
    request: (its) => ({ params: { id: its.file } }),
  },
})

export const installationCases = [...specifiedCases, ...otherCases, ...fileCases]
