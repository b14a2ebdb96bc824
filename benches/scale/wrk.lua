-- One request over and over; every answer must be byte for byte what was answered first.

local function content(variable)
  local file = assert(io.open(os.getenv(variable), "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

wrk.method = "POST"
wrk.body = content("SCALE_REQUEST")
for name, value in content("SCALE_HEADERS"):gmatch("([^\n:]+): ([^\n]+)\n") do
  wrk.headers[name] = value
end

local due = content("SCALE_ANSWER")
local threads = {}
bad = 0

function setup(thread)
  table.insert(threads, thread)
end

function response(status, _, body)
  if status ~= 200 or body ~= due then
    bad = bad + 1
  end
end

function done(summary, latency)
  local wrong = 0
  for _, thread in ipairs(threads) do
    wrong = wrong + thread:get("bad")
  end
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %f, "p50": %f, "p99": %f, "most": %f, "bad": %d, "errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, wrong, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
