import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import com.google.inject.servlet.GuiceFilter;
import com.google.inject.util.Modules;
import jakarta.servlet.DispatcherType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import network.oxalis.api.inbound.InboundService;
import network.oxalis.api.outbound.MessageSender;
import network.oxalis.api.outbound.TransmissionRequest;
import network.oxalis.api.persist.PayloadPersister;
import network.oxalis.api.persist.ReceiptPersister;
import network.oxalis.as4.inbound.As4InboundModule;
import network.oxalis.commons.guice.GuiceModuleLoader;
import network.oxalis.vefa.peppol.common.model.DocumentTypeIdentifier;
import network.oxalis.vefa.peppol.common.model.Endpoint;
import network.oxalis.vefa.peppol.common.model.Header;
import network.oxalis.vefa.peppol.common.model.ParticipantIdentifier;
import network.oxalis.vefa.peppol.common.model.ProcessIdentifier;
import network.oxalis.vefa.peppol.common.model.TransportProfile;
import network.oxalis.vefa.peppol.mode.Mode;
import network.oxalis.vefa.peppol.security.api.CertificateValidator;
import network.oxalis.vefa.peppol.security.lang.PeppolSecurityException;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Oxalis with its AS4 module, sending and receiving. Arguments: directory of the key stores, empty directory. */
public final class OxalisPeer {
  private static final Map<String, Map<String, Object>> INBOX = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    var stores = new Stores(args[0]);
    var home = Path.of(args[1]);
    Files.writeString(home.resolve("oxalis.conf"), String.join("\n",
        "oxalis.keystore.path = \"" + args[0] + "/peer.p12\"",
        "oxalis.keystore.password = " + Stores.PASSWORD,
        "oxalis.keystore.key.alias = key",
        "oxalis.keystore.key.password = " + Stores.PASSWORD,
        "oxalis.http.timeout.read = 180000"));
    System.setProperty("OXALIS_HOME", home.toString());
    var injector = Guice.createInjector(
        new As4InboundModule(), Modules.override(new GuiceModuleLoader()).with(new Local(stores.open("trust"))));
    var port = serve(injector);
    new Control()
        .on("as4-port", (in, body) -> Map.of("port", port))
        .on("received", (in, body) -> INBOX.getOrDefault(in.get("messageId"), Map.of()))
        .on("send", (in, body) -> send(injector, stores, in, body))
        .serve();
  }

  private static int serve(Injector injector) throws Exception {
    var server = new Server();
    var connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    var context = new ServletContextHandler("/");
    context.addFilter(injector.getInstance(GuiceFilter.class), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(DefaultServlet.class, "/");
    server.setHandler(context);
    server.start();
    return connector.getLocalPort();
  }

  private static Object send(Injector injector, Stores stores, Map<String, String> in, byte[] envelope) throws Exception {
    var endpoint = Endpoint.of(
        TransportProfile.PEPPOL_AS4_2_0, URI.create(in.get("url")), stores.certificate(in.get("receiver")));
    var header = Header.newInstance()
        .sender(ParticipantIdentifier.of(in.get("sender")))
        .receiver(ParticipantIdentifier.of(in.get("recipient")))
        .documentType(DocumentTypeIdentifier.parse(in.get("documentTypeId")))
        .process(ProcessIdentifier.parse(in.get("processId")));
    var sender = injector.getInstance(Key.get(MessageSender.class, Names.named("oxalis-as4")));
    try {
      var response = sender.send(new TransmissionRequest() {
        public Endpoint getEndpoint() {
          return endpoint;
        }

        public Header getHeader() {
          return header;
        }

        public InputStream getPayload() {
          return new ByteArrayInputStream(envelope);
        }
      });
      return Map.of("result", "RECEIPT", "id", response.getTransmissionIdentifier().getIdentifier());
    } catch (Exception problem) {
      var text = new StringBuilder();
      for (Throwable one = problem; one != null; one = one.getCause()) text.append(one).append(" | ");
      return Map.of("result", "REFUSED", "problem", text);
    }
  }

  /** The local network instead of Peppol's: its authorities, and memory instead of files. */
  private static final class Local extends AbstractModule {
    private final KeyStore trusted;

    Local(KeyStore trusted) {
      this.trusted = trusted;
    }

    @Override
    protected void configure() {
      bind(Mode.class).toInstance(Mode.of("TEST"));
      bind(KeyStore.class).annotatedWith(Names.named("truststore-ap")).toInstance(trusted);
      bind(CertificateValidator.class).toInstance((service, certificate) -> {
        try {
          var parameters = new PKIXParameters(trusted);
          parameters.setRevocationEnabled(false);
          var path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate));
          CertPathValidator.getInstance("PKIX").validate(path, parameters);
        } catch (Exception problem) {
          throw new PeppolSecurityException(problem.getMessage(), problem);
        }
      });
      bind(PayloadPersister.class).toInstance((id, header, payload) -> {
        var bytes = payload.readAllBytes();
        INBOX.put(id.getIdentifier(), Map.of("length", bytes.length, "sha256", sha256(bytes)));
        return Files.createTempFile("oxalis", ".none");
      });
      bind(ReceiptPersister.class).toInstance((metadata, path) -> Files.delete(path));
      bind(InboundService.class).toInstance(metadata -> {});
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
