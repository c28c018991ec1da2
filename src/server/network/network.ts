import { networkApi } from '#domain/network/api.ts'
import { implement } from '#server/core/verb.ts'
import { addDevice, changeDevice, compare, confirm, devices, testDevice } from './devices.ts'
import { differences, order, orders, retry } from './orders.ts'
import { assign, assignMany, service, services } from './services.ts'

export const network = implement(networkApi, {
  orders,
  order,
  retry,
  services,
  service,
  assign,
  assignMany,
  devices,
  addDevice,
  changeDevice,
  testDevice,
  differences,
  compare,
  confirm,
})
