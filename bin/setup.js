/** `node bin/setup.js`: makes the project ready to start. Needs nothing but Node 20.20 and npm. */
import { prepare } from './prepare.js'
import { command } from './run.js'

await command(prepare)
