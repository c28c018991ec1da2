/** Where FreeRADIUS of the configuration runs, and what it reads. */
export type RadiusSettings = {
  /** The folder of the configuration, and the one where the process writes. */
  folder: string
  runFolder: string
  /** The folder of the modules of FreeRADIUS. */
  libFolder: string
  /** The connection of the role enlace_radius, in the words of libpq. */
  database: string
  /** The key of the passwords (radiusKey). */
  key: string
  /** The networks of the routers, in CIDR. */
  routers: string
  listen: string
  authPort: number
  acctPort: number
}

/**
 * As many requests at once as the processors of a small server answer without taking turns. Each thread keeps a connection to the database,
 * also in quiet hours: a new one plans its first look-up for as long as some hundred others take.
 */
const THREADS = 8
/** Room for the requests that arrive within the second in which a router waits for its first answer, as when all come back after an outage. */
const RECEIVED_BYTES = 1_048_576

/**
 * The whole configuration of FreeRADIUS 3.2, as files by name. Each company's routers are found in the database by their address, so a
 * new one needs no restart. Without the database it stays silent: the stock order would reject every client.
 */
export const radiusFiles = (settings: RadiusSettings): Readonly<Record<string, string>> => ({
  'radiusd.conf': `${headOf(settings)}${CLIENTS(settings)}${modulesOf(settings)}${serverOf(settings)}`,
  reject_filter: 'DEFAULT\n\tReply-Message =* ANY,\n\tMS-CHAP-Error =* ANY,\n\tMessage-Authenticator =* ANY\n',
})

const headOf = ({ folder, runFolder, libFolder }: RadiusSettings): string => `# Written by bin/enlace radius.
prefix = /usr
name = enlace
confdir = ${folder}
run_dir = ${runFolder}
logdir = ${runFolder}
libdir = ${libFolder}
pidfile = \${run_dir}/radiusd.pid
max_request_time = 10
cleanup_delay = 2
max_requests = 16384
proxy_requests = no
log {
	destination = stdout
}
security {
	max_attributes = 200
	reject_delay = 0
	status_server = yes
}
thread pool {
	start_servers = ${THREADS}
	max_servers = ${THREADS}
	min_spare_servers = ${THREADS}
	max_spare_servers = ${THREADS}
}
`

const routerQuery = (column: string, key: string): string =>
  `%{sql:SELECT ${column} FROM radius.router('%{Packet-Src-IP-Address}', '${key}')}`

const CLIENTS = ({ routers, key }: RadiusSettings): string => `client routers {
	ipaddr = ${routers}
	dynamic_clients = nas
	lifetime = 600
}
server nas {
	authorize {
		if ("${routerQuery('secret', key)}" =~ /^(.+)$/) {
			update control {
				&FreeRADIUS-Client-IP-Address = "%{Packet-Src-IP-Address}"
				&FreeRADIUS-Client-Secret = "%{1}"
				&FreeRADIUS-Client-Shortname = "${routerQuery('id', key)}"
				&FreeRADIUS-Client-NAS-Type = "other"
			}
			ok
		}
	}
}
`

const modulesOf = ({ database, key }: RadiusSettings): string => `modules {
	dynamic_clients {
	}
	pap {
	}
	chap {
	}
	mschap {
	}
	always ok {
		rcode = ok
	}
	always handled {
		rcode = handled
	}
	attr_filter reject_filter {
		key = "%{User-Name}"
		filename = \${confdir}/reject_filter
	}
	sql {
		dialect = "postgresql"
		driver = "rlm_sql_postgresql"
		radius_db = "${database} connect_timeout=2"
		read_groups = no
		read_profiles = no
		read_clients = no
		sql_user_name = "%{User-Name}"
		pool {
			start = 0
			min = ${THREADS}
			max = ${THREADS + 2}
			spare = 0
			idle_timeout = 0
			retry_delay = 1
		}
		authorize_check_query = "SELECT id, username, attribute, value, op FROM radius.items('%{client:shortname}', '%{SQL-User-Name}', '${key}')"
	}
}
`

const serverOf = ({ listen, authPort, acctPort }: RadiusSettings): string => `server default {
	listen {
		type = auth
		ipaddr = ${listen}
		port = ${authPort}
		recv_buff = ${RECEIVED_BYTES}
	}
	listen {
		type = acct
		ipaddr = ${listen}
		port = ${acctPort}
		recv_buff = ${RECEIVED_BYTES}
	}
	authorize {
		chap
		mschap
		sql {
			fail = 1
		}
		if (fail) {
			update control {
				&Response-Packet-Type := Do-Not-Respond
			}
			handled
		}
		update reply {
			&Mikrotik-Rate-Limit := &control:Mikrotik-Rate-Limit
			&Mikrotik-Address-List := &control:Mikrotik-Address-List
			&Framed-IP-Address := &control:Framed-IP-Address
			&Acct-Interim-Interval := &control:Acct-Interim-Interval
		}
		pap
	}
	authenticate {
		Auth-Type PAP {
			pap
		}
		Auth-Type CHAP {
			chap
		}
		Auth-Type MS-CHAP {
			mschap
		}
	}
	accounting {
		ok
	}
	post-auth {
		update reply {
			&Message-Authenticator := 0x00
		}
		Post-Auth-Type REJECT {
			reject_filter
			update reply {
				&Message-Authenticator := 0x00
			}
		}
	}
}
`
