// SPDX-License-Identifier: MIT
// serve.js DIRECTORY FILES: an HTTP server for DIRECTORY, and for the directory FILES as /files/.
// It listens on a free port of the loopback interface and prints the port.
'use strict';
const http = require('http');
const fs = require('fs');
const path = require('path');

const [directory, files] = process.argv.slice(2);
const types = {
    '.html': 'text/html',
    '.svg': 'image/svg+xml',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
};

function locate(name) {
    if (name === '/')
        return path.join(directory, 'index.html');
    return path.join(name.startsWith('/files/') ? files : directory, path.basename(name));
}

const server = http.createServer((request, response) => {
    const file = locate(request.url.split('?')[0]);
    fs.readFile(file, (error, bytes) => {
        const type = types[path.extname(file)] || 'application/octet-stream';
        response.writeHead(error ? 404 : 200, {'content-type': type});
        response.end(error ? '' : bytes);
    });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
