/** Build of the staff console, separate from the public pages, so that the public server has no file of it. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: 'baseline-widely-available',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
  },
})
