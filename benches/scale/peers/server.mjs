// The same answers by the TypeScript SDK: stateless, JSON, its low-level server on node's own HTTP.
//
//     node server.mjs PORT FOLDER NODE_MODULES

import { createServer } from 'node:http';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [port, folder, modules] = process.argv.slice(2);
const sdk = (file) => import(pathToFileURL(join(modules, '@modelcontextprotocol/sdk/dist/esm', file)));
const { Server } = await sdk('server/index.js');
const { StreamableHTTPServerTransport } = await sdk('server/streamableHttp.js');
const { AjvJsonSchemaValidator } = await sdk('validation/ajv-provider.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = await sdk('types.js');

const inputSchema = {
  type: 'object',
  properties: { category_or_collection: { type: 'string' }, pattern: { type: 'string' } },
  required: ['category_or_collection'],
};

async function found(name, pattern) {
  const isCategory = await stat(join(folder, name)).then((it) => it.isDirectory(), () => false);
  const matches = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const documents = [];
  for (const category of isCategory ? [name] : ['left', 'right']) {
    const names = (await readdir(join(folder, category))).filter((it) => matches.test(it)).sort();
    const texts = await Promise.all(names.map((it) => readFile(join(folder, category, it), 'utf8')));
    names.forEach((it, i) => documents.push([`guide://collection/${name}/category/${category}/${it}`, texts[i]]));
  }
  return documents;
}

function value(documents) {
  if (documents.length === 1) return documents[0][1];
  const parts = documents.map(
    ([location, text]) =>
      '--guide-boundary\r\nContent-Type: text/markdown\r\n' +
      `Content-Location: ${location}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}\r\n`,
  );
  return `Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n${parts.join('')}--guide-boundary--\r\n`;
}

// Left to itself, each server makes one of its own, which takes longer than all the rest.
const options = { capabilities: { tools: {} }, jsonSchemaValidator: new AjvJsonSchemaValidator() };

function made() {
  const server = new Server({ name: 'peer', version: '1' }, options);
  const tool = { name: 'get_content', description: 'The documents of a category', inputSchema };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { category_or_collection: name, pattern = '*.md' } = params.arguments;
    const text = JSON.stringify({ success: true, value: value(await found(name, pattern)) });
    return { content: [{ type: 'text', text }] };
  });
  return server;
}

createServer(async (request, response) => {
  // One of each for every request: so the SDK asks for it without sessions.
  const server = made();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}).listen(Number(port), '127.0.0.1');
