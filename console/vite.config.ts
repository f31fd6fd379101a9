/** Build of the staff console, separate from the public pages, so that the public server has no file of it. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGETS } from '../bin/browsers.js'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: BUILD_TARGETS,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
  },
})
