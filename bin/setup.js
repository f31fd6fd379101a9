/** `node bin/setup.js [start | production]`: makes the project ready, without an argument for the tests too. Needs nothing but Node 20.20 and npm. */
import { argv } from 'node:process'
import { prepare } from './prepare.js'
import { command } from './run.js'

const goal = argv[2]
await command(() => prepare(goal === 'start' || goal === 'production' ? goal : 'test'))
