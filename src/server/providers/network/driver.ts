/** What a service must be on its device. */
export type ServiceCall = {
  /** The id of the order: a receiver applies it once. */
  order_id: string
  action: 'create' | 'suspend' | 'reconnect' | 'change_speed' | 'remove'
  /** Grows with each order of the service. */
  version: number
  service_id: string
  no_contract: string
  username: string
  /** Null where the device needs none: with RADIUS, and at a webhook. */
  password: string | null
  ipv4: string | null
  state: 'active' | 'suspended' | 'absent'
  on_suspend: 'walled' | 'reject'
  down_kbps: number
  up_kbps: number
}

/**
 * The result of a call. `error`: the device answered that it could not; the same call may work later. `refused`: it will not accept the
 * same call. `unanswered`: there was no reply that can be read; the device may have applied the call.
 */
export type CallResult =
  | { kind: 'applied' | 'unchanged' }
  | { kind: 'error' | 'refused' | 'unanswered' | 'credentials'; detail: string }
export type CallFailure = Extract<CallResult, { detail: string }>

/** A row of a device with the signature of Enlace. */
export type ObservedService = {
  service_id: string
  username: string
  ipv4: string | null
  state: 'active' | 'suspended'
  speed: { down_kbps: number; up_kbps: number } | null
}

export type DeviceReading =
  | { kind: 'read'; services: ObservedService[]; foreign: { name: string }[] }
  /** The device keeps no copy that could differ. */
  | { kind: 'nothing_to_read' }
  | CallFailure

/** One device. No method throws: every failure is a result. Each call may be repeated: it has the whole desired state. */
export type NetworkDriver = {
  test(): Promise<CallResult>
  apply(service: ServiceCall): Promise<CallResult>
  read(): Promise<DeviceReading>
}
