# The service alone, without the tools of its developers.
#
#   docker build -t floorjudge .
#   docker run -v floorjudge:/var/lib/floorjudge --network host floorjudge
#
# With --network host the defaults serve 127.0.0.1 as they do outside. Without it, let the parts listen where Docker
# can reach them: -e FLOORJUDGE_IRC__HOST=0.0.0.0 -p 6667:6667 -e FLOORJUDGE_BOARD__HOST=0.0.0.0 -p 8080:8080.
FROM python:3.11-slim

WORKDIR /usr/src/floorjudge
COPY requirements-run.lock ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements-run.lock
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY storage storage
COPY cogs cogs
COPY bot bot
RUN pip install --no-cache-dir --no-index --no-build-isolation --no-deps .

RUN useradd --system --home-dir /var/lib/floorjudge --create-home floorjudge
USER floorjudge
# The default store is a file in the working directory, so it lies in the volume.
WORKDIR /var/lib/floorjudge
VOLUME /var/lib/floorjudge
ENV PYTHONUNBUFFERED=1

# SIGTERM lets the service finish what it is writing and take its leave.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["floorjudge", "store", "alive"]
CMD ["floorjudge", "run"]
