/** The error of a screen that cannot load its data, for a failure without a message of the server (ERR-03). */
export const READ_ERRORS = {
  company: 'Error al obtener la empresa',
  clients: 'Hubo un error al obtener clientes',
  profile: 'Error al obtener el perfil',
} as const
