import { networkApi } from '#domain/network/api.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { any, casesOf, filter, type Request, type Roles, type Sample, theirs } from './case.ts'
import { active } from './contracts.ts'

const field: Roles = { network: theirs(200), admin: theirs(200) }
const filters: Roles = { network: filter, admin: filter }
/** A superadmin names the company too. */
const ofDevice: Roles = { admin: theirs(200), superadmin: [400, 400, 400, 400] }
const byId: Request = (its) => ({ params: { id: its.device } })
const ofCompany: Roles = { admin: theirs(200), superadmin: any(200) }
const order: Request = (its) => ({ params: { id: its.networkOrder } })
const deviceFilter = {
  device_id: { may: filters, request: (its: Parameters<Request>[0]) => ({ query: { device_id: its.device } }) },
}

let devices = 0
/** A device of a company's own system. No server listens there. */
function sampleDevice() {
  devices += 1
  return { name: `Webhook ${devices}`, kind: 'webhook', url: 'http://127.0.0.1:9/enlace', secret: 'secreto-de-muestra' }
}

async function withDevice(company: Company): Promise<{ admin: Person; id: string }> {
  const admin = await company.person('admin')
  const { data } = await admin.call(networkApi.addDevice, { body: { device: sampleDevice() } })
  return { admin, id: data.id }
}

const onDevice =
  (body?: object): Sample =>
  async (_t, company) => {
    const { admin, id } = await withDevice(company)
    return { by: admin, wire: { params: { id }, ...(body && { body }) } }
  }

/** A contract in service with a connection on a device, and its order in the queue. */
async function assigned(t: TestApp, company: Company) {
  const { admin, id } = await withDevice(company)
  const made = await active(t, company)
  const network = await company.person('network')
  const service = { device_id: id, username: 'muestra', ipv4: '10.20.0.9' }
  await network.call(networkApi.assign, { params: made.params, body: { service } })
  const { data } = await network.call(networkApi.orders)
  return { network, admin, device: id, params: made.params, order: data[0]?.id ?? '' }
}

export const networkCases = casesOf(networkApi, {
  orders: { may: { network: 200, admin: 200 }, with: { ...deviceFilter, no_contract: { may: filters } } },
  order: { may: field, request: order },
  retry: {
    may: field,
    sample: async (t, company) => {
      const { network, order: id } = await assigned(t, company)
      return { by: network, wire: { params: { id } } }
    },
    request: order,
  },
  services: { may: { network: 200, admin: 200 }, with: { ...deviceFilter, no_contract: { may: filters } } },
  service: {
    may: { network: theirs(200), financial: theirs(200), technical: theirs(200) },
    request: (its) => ({ params: { no: its.contract } }),
  },
  assign: {
    may: { network: theirs(200), body: 404 },
    sample: async (t, company) => {
      const { network, params, device } = await assigned(t, company)
      return { by: network, wire: { params, body: { service: { device_id: device, username: 'otra' } } } }
    },
  },
  assignMany: {
    may: { network: [200, 200, 422, 422] },
    sample: async (t, company) => {
      const { network, params, device } = await assigned(t, company)
      const services = [{ no_contract: params.no, device_id: device, username: 'otra.mas' }]
      return { by: network, wire: { body: { services } } }
    },
  },
  devices: {
    may: { network: 200, admin: 200, superadmin: 400 },
    with: { company_id: { may: { ...ofCompany, network: theirs(200) } } },
  },
  addDevice: {
    may: { admin: 201, superadmin: 400 },
    sample: async (_t, company) => ({ by: await company.person('admin'), wire: { body: { device: sampleDevice() } } }),
  },
  changeDevice: {
    may: ofDevice,
    request: (its) => ({ params: { id: its.device }, body: { device: { list_name: 'suspendidos' } } }),
    sample: onDevice({ device: { list_name: 'suspendidos' } }),
  },
  testDevice: { may: ofDevice, request: byId, sample: onDevice() },
  differences: { may: { network: 200, admin: 200 }, with: deviceFilter },
  compare: { may: field, request: byId, sample: onDevice() },
  confirm: {
    may: { network: theirs(409), admin: theirs(409) },
    request: byId,
    sample: async (t, company) => {
      const { admin, id } = await withDevice(company)
      await t.owner.query(`update network_devices set halted = 'cuts' where id = $1`, [id])
      return { by: admin, wire: { params: { id } } }
    },
  },
})
